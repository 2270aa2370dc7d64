"""A visitor without a browser, who speaks Streamlit's own protocol: `BackMsg` and `ForwardMsg` over a websocket."""

import asyncio
import time
import urllib.request
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Common_pb2 import FileUploaderState, UploadedFileInfo
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect

LONGEST = 180
"""Seconds until a visitor takes a page for hung."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Visitor:
    """One session: what stands on its page, what was sent for it, and how long each click took."""

    def __init__(self, address: str, socket: ClientConnection, token: str) -> None:
        self.address = address
        self.socket = socket
        self.token = token
        self.elements: dict[tuple[int, ...], Element] = {}
        self.pages: dict[str, str] = {}
        self.page = ""
        self.query = ""
        self.session = ""
        self.received = 0
        """Bytes of all messages so far, unpacked."""

    async def open(self, link: str = "") -> float:
        """The seconds from opening a link such as "curves?sample=pair_2" to the finished page."""
        parts = urlsplit(link)
        self.page, self.query = "", parts.query
        message = BackMsg()
        message.rerun_script.page_name = parts.path
        return await self._run(message)

    async def go(self, path: str) -> float:
        """The same for a page of the menu."""
        self.page, self.query = self.pages[path], ""
        return await self._run(BackMsg())

    async def move(self, key: str, value: float) -> float:
        """The same for a slider, whose key starts so; a select slider takes the place of the option."""
        return await self._set(WidgetState(id=self.find(key).id, double_array_value={"data": [value]}))

    async def choose(self, key: str, value: str) -> float:
        """The same for one of the options of a segmented control."""
        return await self._set(WidgetState(id=self.find(key).id, string_array_value={"data": [value]}))

    async def upload(self, key: str, name: str, content: bytes) -> float:
        """The same for a file that is dropped, from the drop on: it travels by HTTP, as from a browser."""
        started = time.perf_counter()
        message = BackMsg()
        message.file_urls_request.request_id = str(uuid.uuid4())
        message.file_urls_request.file_names.append(name)
        message.file_urls_request.session_id = self.session
        await self.socket.send(message.SerializeToString())
        while (answer := await self._next()).WhichOneof("type") != "file_urls_response":
            pass
        urls = answer.file_urls_response.file_urls[0]
        await asyncio.to_thread(self._put, urls.upload_url, name, content)
        held = UploadedFileInfo(name=name, size=len(content), file_id=urls.file_id, file_urls=urls)
        state = FileUploaderState(uploaded_file_info=[held])
        await self._set(WidgetState(id=self.find(key).id, file_uploader_state_value=state))
        return time.perf_counter() - started

    def find(self, key: str):
        """The widget on the page whose key starts so."""
        found = [
            widget
            for widget in (getattr(element, element.WhichOneof("type")) for element in self.elements.values())
            if getattr(widget, "id", "").partition("$$ID-")[2].partition("-")[2].startswith(key)
        ]
        if len(found) != 1:
            raise LookupError(f"one widget must have a key that starts with {key}, got {len(found)}")
        return found[0]

    def said(self, kind: str) -> list[str]:
        """The texts of all headings, alerts or exceptions on the page."""
        shown = [getattr(element, kind) for element in self.elements.values() if element.WhichOneof("type") == kind]
        return [getattr(text, "body", "") or getattr(text, "message", "") for text in shown]

    async def _set(self, state: WidgetState) -> float:
        message = BackMsg()
        message.rerun_script.widget_states.widgets.append(state)
        return await self._run(message)

    async def _run(self, message: BackMsg) -> float:
        started = time.perf_counter()
        message.rerun_script.query_string = self.query
        message.rerun_script.page_script_hash = self.page
        await self.socket.send(message.SerializeToString())
        while True:
            answer = await self._next()
            if answer.WhichOneof("type") == "script_finished" and answer.script_finished in (
                ForwardMsg.FINISHED_SUCCESSFULLY,
                ForwardMsg.FINISHED_WITH_COMPILE_ERROR,
            ):
                break
        took = time.perf_counter() - started
        if problems := self.said("exception"):
            raise RuntimeError(f"the page shows an exception: {problems[0]}")
        return took

    async def _next(self) -> ForwardMsg:
        packed = await asyncio.wait_for(self.socket.recv(), LONGEST)
        self.received += len(packed)
        message = ForwardMsg.FromString(packed)
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self.elements = {}
            self.session = message.new_session.initialize.session_id or self.session
        elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
            self.elements[tuple(message.metadata.delta_path)] = message.delta.new_element
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "navigation":
            self.page = message.navigation.page_script_hash
            self.pages = {page.url_pathname: page.page_script_hash for page in message.navigation.app_pages}
        return message

    def _put(self, path: str, name: str, content: bytes) -> None:
        boundary = uuid.uuid4().hex
        head = (
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="{name}"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        )
        headers = {
            "Content-Type": f"multipart/form-data; boundary={boundary}",
            "X-Xsrftoken": self.token,
            "Cookie": f"_streamlit_xsrf={self.token}",
        }
        body = b"".join([head.encode(), content, f"\r\n--{boundary}--\r\n".encode()])
        request = urllib.request.Request(self.address + path, body, headers, method="PUT")
        with urllib.request.urlopen(request, timeout=LONGEST):
            pass


@asynccontextmanager
async def visiting(address: str) -> AsyncIterator[Visitor]:
    """A visitor of a server on this machine, gone when the block ends."""
    if urlsplit(address).hostname not in LOOPBACK:
        raise ValueError(f"the server must be on this machine, got {address}")
    token = await asyncio.to_thread(_token, address)
    async with connect(
        address.replace("http", "ws", 1) + "/_stcore/stream",
        subprotocols=["streamlit", token],
        origin=address,
        additional_headers={"Cookie": f"_streamlit_xsrf={token}"},
        max_size=None,
    ) as socket:
        yield Visitor(address, socket, token)


def _token(address: str) -> str:
    """What a browser is given so that another site cannot upload in its name."""
    with urllib.request.urlopen(f"{address}/_stcore/health", timeout=LONGEST) as response:
        return response.headers["Set-Cookie"].partition("=")[2].partition(";")[0]
