"""What movies and scenes have in common."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import Self


class Held:
    """What a movie and a scene have in common: ``with`` closes them, and copies share what C holds."""

    # Attributes that all copies share, because they refer to C objects.
    _shared: tuple[str, ...] = ()

    def close(self) -> None:
        raise NotImplementedError

    def __del__(self) -> None:
        self.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _copied(self, state: dict[str, Any]) -> Self:
        other = self.__class__.__new__(self.__class__)
        other.__setstate__(state)
        return other

    def __copy__(self) -> Self:
        return self._copied(self.__dict__.copy())

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        # An atomic read: another thread may change it.
        now = self.__dict__.copy()
        memo[id(self)] = other = self._copied({})
        other.__dict__.update({name: value if name in self._shared else deepcopy(value, memo) for name, value in now.items() if name != "_lock"})
        return other

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
