#!/usr/bin/env node
// A second opinion on restores: feeds each stream's restore dump to @xterm/headless (bench/peers: npm ci) and
// compares the visible text and the cursor with vtdump's own. Not run by the tests: the other terminal counts
// some characters otherwise, so that its differences are to be read, not counted.
//
// Usage: second_opinion.mjs VTDUMP ROWS COLS FILE...
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';

const require = createRequire(new URL('../../bench/peers/', import.meta.url));
const {Terminal} = require('@xterm/headless');
const [vtdump, rows, cols, ...files] = process.argv.slice(2);
const size = {rows: Number(rows), cols: Number(cols)};

function trimmed(lines) {
  const out = lines.map((line) => line.replace(/ +$/, ''));
  while (out.at(-1) === '') out.pop();
  return out;
}

function ours(bytes) {
  const orders = [{write: bytes.toString('base64')}, {restore: true}, {screen: true}, {dump: true}];
  const input = orders.map((order) => JSON.stringify(order) + '\n').join('');
  const options = {input, maxBuffer: 1 << 28, encoding: 'utf8'};
  const answers = execFileSync(vtdump, ['json', cols, rows], options).trim().split('\n').map((line) => JSON.parse(line));
  const find = (key) => answers.find((answer) => key in answer)[key];
  return {restore: Buffer.from(find('restore'), 'base64'), lines: find('screen'), cursor: find('dump').cursor};
}

async function theirs(dump) {
  const terminal = new Terminal({...size, scrollback: 10_000, allowProposedApi: true});
  await new Promise((done) => terminal.write(new Uint8Array(dump), done));
  const {active} = terminal.buffer;
  const line = (row) => active.getLine(active.baseY + row)?.translateToString(true) ?? '';
  const lines = Array.from({length: size.rows}, (_, row) => line(row));
  return {lines, cursor: {row: active.cursorY, col: Math.min(active.cursorX, size.cols - 1)}};
}

let same = 0;
for (const file of files) {
  const here = ours(readFileSync(file));
  const there = await theirs(here.restore);
  const [want, got] = [trimmed(here.lines), trimmed(there.lines)];
  const cursor = here.cursor.row === there.cursor.row && here.cursor.col === there.cursor.col;
  if (cursor && want.join('\n') === got.join('\n')) {
    ++same;
    continue;
  }
  const row = want.findIndex((line, i) => line !== got[i]);
  console.log(cursor || row >= 0 ? `${file}: row ${row}: ${JSON.stringify([want[row], got[row]])}` : `${file}: cursor`);
}
console.log(`${same} of ${files.length} the same`);
