"""Packs a folder for scripts/package.sh: files sorted, of one owner and one age, so that the same files give the same bytes.

    archive.py WORK NAME tar.gz|zip AGE DIR

The folder is WORK/NAME; DIR gets the archive and its SHA-256 sum.
"""

import gzip, hashlib, io, pathlib, sys, tarfile, time, zipfile

work, name, form, age, folder = sys.argv[1:]
files = sorted(path for path in pathlib.Path(work, name).rglob("*") if path.is_file())
result = pathlib.Path(folder, f"{name}.{form}")
raw = io.BytesIO()


def entries():
    for path in files:
        mode = 0o755 if path.stem == "vuelta" and path.suffix in ("", ".exe") else 0o644
        yield path.relative_to(work).as_posix(), path.read_bytes(), mode


if form == "zip":
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for path, data, mode in entries():
            info = zipfile.ZipInfo(path, time.gmtime(int(age))[:6])
            info.compress_type, info.create_system, info.external_attr = zipfile.ZIP_DEFLATED, 3, (0o100000 | mode) << 16
            out.writestr(info, data)
else:
    with gzip.GzipFile("", "wb", 9, raw, mtime=int(age)) as zipped, tarfile.open(fileobj=zipped, mode="w", format=tarfile.USTAR_FORMAT) as out:
        for path, data, mode in entries():
            info = tarfile.TarInfo(path)
            info.size, info.mode, info.mtime = len(data), mode, int(age)
            out.addfile(info, io.BytesIO(data))
result.write_bytes(raw.getvalue())
digest = hashlib.sha256(raw.getvalue()).hexdigest()
pathlib.Path(folder, f"{result.name}.sha256").write_bytes(f"{digest}  {result.name}\n".encode())
