"""Several files that were dropped together: one archive, in which they stand as they came."""

from dataclasses import dataclass, field
from functools import cached_property

from streamlit.runtime.uploaded_file_manager import UploadedFile

from ddcore.read.archive import packed


@dataclass(frozen=True, eq=False)
class Together:
    """Files that are read as one table, to be used as one that was dropped."""

    files: tuple[UploadedFile, ...]
    name: str = field(init=False)
    file_id: str = field(init=False)

    def __post_init__(self) -> None:
        first, *others = (given.name for given in self.files)
        object.__setattr__(self, "name", f"{first} and {others[0] if len(others) == 1 else f'{len(others)} more'}")
        object.__setattr__(self, "file_id", "+".join(given.file_id for given in self.files))

    @cached_property
    def content(self) -> bytes:
        """The archive."""
        return packed((given.name, given.getvalue()) for given in self.files)

    def getvalue(self) -> bytes:
        """The archive, as an uploaded file gives its bytes."""
        return self.content

    def getbuffer(self) -> memoryview:
        """The same without a copy."""
        return memoryview(self.content)
