#!/usr/bin/env python3
"""Converts Alacritty's reference grids (grid.json, rows bottom first) into small text files.

    convert_alacritty.py <alacritty_terminal/tests/ref> <out>

Per recording: <name>.bytes (the recording as it is) and <name>.grid:
    size <rows> <cols>
    row <row> <text, trailing blanks dropped>
    run <row> <first> <end> <foreground> <background> <flags>     only cells that are not default
Colours: - (default), 0-255, #rrggbb. Flags: comma separated, - for none. Cells of the screen only.
"""
import json
import pathlib
import shutil
import sys

NAMED = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White']
NAMED += ['Bright' + name for name in NAMED]


def color(value):
    if 'Spec' in value:
        spec = value['Spec']
        return '#%02x%02x%02x' % (spec['r'], spec['g'], spec['b'])
    if 'Indexed' in value:
        return str(value['Indexed'])
    name = value['Named']
    return '-' if name in ('Foreground', 'Background') else str(NAMED.index(name))


def look(cell):
    flags = [f.strip().lower() for f in cell['flags'].split('|') if f.strip() and f.strip() != 'WRAPLINE']
    return color(cell['fg']), color(cell['bg']), ','.join(flags) or '-'


def convert(folder, out):
    grid = json.loads((folder / 'grid.json').read_text())
    size = json.loads((folder / 'size.json').read_text())
    rows, cols = size['screen_lines'], size['columns']
    inner = grid['raw']['inner']
    assert grid['raw']['zero'] == 0
    lines = [f'size {rows} {cols}']
    for row in range(rows):
        cells = inner[rows - 1 - row]['inner']
        text = ''.join(cell['c'] for cell in cells).rstrip(' ')
        if text:
            lines.append(f'row {row} {text}')
        start = 0
        for col in range(1, cols + 1):
            if col < cols and look(cells[col]) == look(cells[start]):
                continue
            if look(cells[start]) != ('-', '-', '-'):
                lines.append(f'run {row} {start} {col} ' + ' '.join(look(cells[start])))
            start = col
    (out / f'{folder.name}.grid').write_text('\n'.join(lines) + '\n')
    shutil.copyfile(folder / 'alacritty.recording', out / f'{folder.name}.bytes')


def main():
    source, out = map(pathlib.Path, sys.argv[1:3])
    for folder in sorted(source.iterdir()):
        if (folder / 'grid.json').exists():
            convert(folder, out)


main()
