#!/usr/bin/python3
"""store.py STORE,MODE prepare|create|change|look

Keeps a short text and a long one in a key-value store: LMDB, LevelDB, RocksDB or gdbm.
"""

import ctypes
import os
import sys

SHORT, LONG = b"short", b"long"


def texts(word):
    """What is kept when it has been changed to a word."""
    return {SHORT: word, LONG: word[:1] * 9000}


def mixtures():
    old, new = texts(b"old"), texts(b"new")
    return [{**old, SHORT: new[SHORT]}, {**old, LONG: new[LONG]}]


class LMDB:
    def __init__(self, mode):
        import lmdb

        modes = mode.split("+")
        self.environment = lmdb.open(
            "data", map_size=1 << 20, sync="nosync" not in modes,
            metasync="nometasync" not in modes, writemap="writemap" in modes,
            map_async="mapasync" in modes)

    def put(self, pairs):
        with self.environment.begin(write=True) as transaction:
            for key, value in pairs.items():
                transaction.put(key, value)

    def get(self):
        with self.environment.begin() as transaction:
            return {bytes(key): bytes(value) for key, value in transaction.cursor()}


class LevelDB:
    def __init__(self, mode):
        import plyvel

        self.store = plyvel.DB("data", create_if_missing=True)
        self.sync = mode == "sync"

    def put(self, pairs):
        with self.store.write_batch(sync=self.sync) as batch:
            for key, value in pairs.items():
                batch.put(key, value)

    def get(self):
        return dict(self.store.iterator(verify_checksums=True))

    def settle(self):
        """Has what is in the log moved to a table, as each opening does."""
        import plyvel

        self.store.close()
        plyvel.DB("data").close()


class RocksDB:
    """By the functions for C of its library."""

    def __init__(self, mode):
        library = ctypes.CDLL("librocksdb.so.7.8")
        for name in ["open", "options_create", "writeoptions_create", "readoptions_create",
                     "writebatch_create", "get"]:
            getattr(library, "rocksdb_" + name).restype = ctypes.c_void_p
        self.library = library
        options = self.made("options_create")
        library.rocksdb_options_set_create_if_missing(options, 1)
        library.rocksdb_options_set_max_background_jobs(options, 1)
        # It reserves as much for its log, which a small disk does not have.
        library.rocksdb_options_set_write_buffer_size(options, ctypes.c_size_t(1 << 20))
        library.rocksdb_options_set_manifest_preallocation_size(options, ctypes.c_size_t(1 << 16))
        self.error = ctypes.c_char_p()
        self.store = ctypes.c_void_p(
            library.rocksdb_open(options, b"data", ctypes.byref(self.error)))
        self.judge()
        self.writing = self.made("writeoptions_create")
        library.rocksdb_writeoptions_set_sync(self.writing, mode == "sync")

    def made(self, name):
        return ctypes.c_void_p(getattr(self.library, "rocksdb_" + name)())

    def judge(self):
        if self.error.value:
            raise IOError(self.error.value.decode())

    def put(self, pairs):
        batch = self.made("writebatch_create")
        for key, value in pairs.items():
            self.library.rocksdb_writebatch_put(
                batch, key, ctypes.c_size_t(len(key)), value, ctypes.c_size_t(len(value)))
        self.library.rocksdb_write(self.store, self.writing, batch, ctypes.byref(self.error))
        self.judge()

    def get(self):
        reading = self.made("readoptions_create")
        found = {}
        for key in (SHORT, LONG):
            count = ctypes.c_size_t()
            place = self.library.rocksdb_get(
                self.store, reading, key, ctypes.c_size_t(len(key)), ctypes.byref(count),
                ctypes.byref(self.error))
            self.judge()
            if place:
                found[key] = ctypes.string_at(place, count.value)
        return found


class GDBM:
    def __init__(self, mode):
        import dbm.gnu

        self.mode = mode
        self.store = dbm.gnu.open("data", "cs" if mode == "sync-each" else "c")

    def put(self, pairs):
        for key, value in pairs.items():
            self.store[key] = value
        if self.mode == "sync":
            self.store.sync()

    def get(self):
        found = {}
        key = self.store.firstkey()
        while key is not None:
            found[key] = self.store[key]
            key = self.store.nextkey(key)
        return found


STORES = {"lmdb": LMDB, "leveldb": LevelDB, "rocksdb": RocksDB, "gdbm": GDBM}


def main():
    name, mode = sys.argv[1].split(",")
    action = sys.argv[2]
    try:
        store = STORES[name](mode)
        if action == "look":
            found = store.get()
            for word in (b"old", b"new"):
                if found == texts(word):
                    print(word.decode())
                    return
            # Where there are no transactions, each is changed by itself.
            if name == "gdbm" and found in mixtures():
                print("old")
                return
            print("neither:", {key: value[:3] for key, value in found.items()})
        else:
            store.put(texts(b"new" if action == "change" else b"old"))
            if action == "prepare" and hasattr(store, "settle"):
                store.settle()
            if action != "prepare":
                print("acknowledged", flush=True)
                # No closing: that may write more.
                os._exit(0)
    except Exception as error:
        if action != "look":
            raise
        print("damaged:", error)


main()
