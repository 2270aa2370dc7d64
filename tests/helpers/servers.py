"""Real servers of tables for the tests: a cluster of PostgreSQL, and Spark Connect.

Both listen at a free port of this computer only, keep their files in a temporary folder, and end with the process that
started them, even where that one is killed.
"""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

from tests.helpers.serving import free_port
from tests.helpers.until import soon

PASSWORD = "a secret/with: all?that%an@address#uses"
"""No message of the program may hold it."""


def bound(signal: str, *command: str, user: str | None = None) -> list[str]:
    """A command that is sent a signal when this process ends, by another user where this one is root."""
    rights = []
    if user is not None and os.getuid() == 0:
        rights = ["--reuid", user, "--regid", user, "--clear-groups"]
    return ["setpriv", *rights, "--pdeathsig", signal, *command]


class PostgreSQL:
    """A cluster of PostgreSQL in a folder, whose user `user` has all rights."""

    def __init__(self, folder: Path) -> None:
        [*_, self.programs] = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
        self.folder = folder
        self.port = free_port()
        self.user = "postgres"
        self.process: subprocess.Popen[bytes] | None = None
        password = folder / "password"
        password.write_text(PASSWORD)
        if os.getuid() == 0:
            # PostgreSQL refuses to run as root.
            [*_, uid, gid, _, _, _] = pwd.getpwnam(self.user)
            for path in (folder, password):
                os.chown(path, uid, gid)
        options = ["--auth=scram-sha-256", f"--username={self.user}", f"--pwfile={password}", "--no-sync"]
        self._run("initdb", "--pgdata", str(folder / "cluster"), *options, "--locale=C.UTF-8", "--no-instructions")

    def _command(self, program: str, *options: str) -> list[str]:
        return bound("INT", str(self.programs / program), *options, user=self.user)

    def _run(self, program: str, *options: str) -> None:
        subprocess.run(self._command(program, *options), cwd=self.folder, check=True, stdout=subprocess.DEVNULL)

    def start(self) -> None:
        """Returns once connections are taken."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            "fsync": "off",
            "log_min_messages": "panic",
        }
        given = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        command = self._command("postgres", "-D", str(self.folder / "cluster"), *given)
        self.process = subprocess.Popen(command, cwd=self.folder, stderr=subprocess.DEVNULL)
        soon(self.ready)

    def ready(self) -> bool:
        try:
            self.run("select 1")
        except psycopg.OperationalError:
            return False
        return True

    def stop(self) -> None:
        """Returns once the server has ended; what was asked of it is broken off."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(20)

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Nobody answers at the port in this block."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    def connect(self, **options: Any) -> psycopg.Connection[Any]:
        """A connection with all rights, whose statements take effect at once."""
        at = {"host": "127.0.0.1", "port": self.port, "user": self.user, "password": PASSWORD, "dbname": "postgres"}
        return psycopg.connect(**{"autocommit": True, **at, **options})

    def run(self, statement: str) -> list[tuple[Any, ...]]:
        """The rows of a statement, none where it has none."""
        with self.connect() as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def address(
        self, table: str = "", user: str = "postgres", password: str = PASSWORD, database: str = "postgres"
    ) -> str:
        """The address of a table as people write it."""
        at = f"postgres://{user}:{quote(password, safe='')}@127.0.0.1:{self.port}/{database}"
        return f"{at}?table={quote(table)}" if table else at


@contextmanager
def postgresql() -> Iterator[PostgreSQL]:
    """A cluster of PostgreSQL for this block."""
    with tempfile.TemporaryDirectory(prefix="postgresql-", ignore_cleanup_errors=True) as folder:
        server = PostgreSQL(Path(folder))
        try:
            server.start()
            yield server
        finally:
            server.stop()


class Spark:
    """A server of Spark Connect, with two threads, whose tables lie in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Returns once sessions are taken."""
        package = find_spec("pyspark")
        assert package is not None
        assert package.origin is not None
        home = Path(package.origin).parent
        [*_, java] = sorted(Path("/usr/lib/jvm").glob("java-17-*"))
        settings = {
            "spark.connect.grpc.binding.address": "127.0.0.1",
            "spark.connect.grpc.binding.port": str(self.port),
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.host": "127.0.0.1",
            "spark.local.dir": str(self.folder),
            "spark.sql.catalogImplementation": "in-memory",
            "spark.sql.shuffle.partitions": "4",
            "spark.sql.warehouse.dir": str(self.folder / "warehouse"),
            "spark.ui.enabled": "false",
        }
        given = [word for name, value in settings.items() for word in ("--conf", f"{name}={value}")]
        server = ["--class", "org.apache.spark.sql.connect.service.SparkConnectServer", "spark-internal"]
        command = [str(home / "bin" / "spark-submit"), "--master", "local[2]", "--driver-memory", "2g", *given, *server]
        environment = {**os.environ, "JAVA_HOME": str(java), "SPARK_HOME": str(home), "PYSPARK_PYTHON": sys.executable}
        with (self.folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                bound("KILL", *command), cwd=self.folder, env=environment, stdout=log, stderr=log
            )
        soon(self.ready, 120)

    def ready(self) -> bool:
        printed = (self.folder / "log").read_text()
        assert self.process is not None
        assert self.process.poll() is None, printed
        return "Spark Connect server started" in printed

    def stop(self) -> None:
        """Returns once the server has ended, without waiting for what it does."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(20)

    def address(self, table: str = "") -> str:
        """The address of a table as people write it."""
        return f"spark://127.0.0.1:{self.port}" + (f"?table={quote(table)}" if table else "")

    @contextmanager
    def session(self) -> Iterator[Any]:
        """A session for this block."""
        # It is installed for the full tier alone.
        from pyspark.sql import SparkSession

        session = SparkSession.builder.remote(f"sc://127.0.0.1:{self.port}").create()
        try:
            yield session
        finally:
            session.stop()


@contextmanager
def spark_connect() -> Iterator[Spark]:
    """A server of Spark Connect for this block."""
    folder = Path(tempfile.mkdtemp(prefix="spark-"))
    server = Spark(folder)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
