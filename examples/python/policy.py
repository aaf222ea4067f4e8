"""Loads a version of the policy. It is one WebAssembly component, the same file in Python, JavaScript and Rust."""

import hashlib
import json
from pathlib import Path

from wasmtime import Engine, Store
from wasmtime.component import Component, Linker

ENGINE = Engine()
LINKER = Linker(ENGINE)  # The policy imports nothing, so there is nothing to link.


class Policy:
    """One version of the policy. Any number of threads may ask it at once."""

    def __init__(self, path):
        content = Path(path).read_bytes()
        self.digest = hashlib.sha256(content).hexdigest()
        self._component = Component(ENGINE, content)

    def ask(self, call, request, **rest):
        """Asks for a decision, such as `plan`; `docs/json.md` describes what goes in and what comes out."""
        return json.loads(self.answer(json.dumps({"call": call, "request": request, **rest})))

    def answer(self, line):
        """Answers one line of `anchorhold batch` with another, byte for byte as the command does."""
        return self.call("desk", "answer", line)

    def call(self, interface, function, *arguments):
        """Calls a function of the contract in `wit/`, in an instance of its own: no call can spoil the next."""
        store = Store(ENGINE)
        instance = LINKER.instantiate(store, self._component)
        index = self._component.get_export_index(function, self._component.get_export_index(interface))
        return instance.get_func(store, index)(store, *arguments)
