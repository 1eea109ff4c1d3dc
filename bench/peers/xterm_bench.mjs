// @xterm/headless as a benchmark program, with the command line of bench/core_program.hpp, and `state` as
// vtbench has it (the serialise add-on against the restore dump). CPU time is the whole process's.
import {readFileSync} from 'node:fs';
import headless from '@xterm/headless';
import serialize from '@xterm/addon-serialize';

const words = process.argv.slice(2);

function refuse(why) {
  process.stderr.write(`xterm_bench: ${why}\n`);
  process.exit(2);
}
function take(name) {
  if (words.length === 0) refuse(`${name} is missing`);
  return words.shift();
}
function number(name, low) {
  const word = take(name);
  if (!/^[0-9]+$/.test(word) || Number(word) < low) refuse(`${name} must be a number, not '${word}'`);
  return Number(word);
}
function read(path) {
  try {
    return new Uint8Array(readFileSync(path));
  } catch {
    return refuse(`cannot read '${path}'`);
  }
}
function settings() {
  return {cols: number('COLS', 2), rows: number('ROWS', 1), scrollback: number('SCROLLBACK', 0)};
}
function makeTerminal(options) {
  return new headless.Terminal({...options, allowProposedApi: true});
}
function cpuMs() {
  const used = process.cpuUsage();
  return (used.user + used.system) / 1000;
}
const print = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
const write = (terminal, bytes) => new Promise((done) => terminal.write(bytes, done));

async function feed(terminal, bytes, chunk) {
  for (let at = 0; at < bytes.length; at += chunk) await write(terminal, bytes.subarray(at, at + chunk));
}

async function speed() {
  const options = settings();
  const chunk = number('CHUNK', 1);
  const wanted = number('MIN_MS', 1);
  do {
    const file = take('FILE');
    const bytes = read(file);
    const terminal = makeTerminal(options);
    await feed(terminal, bytes, chunk);
    let passes = 0;
    let used = 0;
    const begin = cpuMs();
    do {
      await feed(terminal, bytes, chunk);
      ++passes;
      used = cpuMs() - begin;
    } while (used < wanted && bytes.length > 0);
    print({file, bytes: bytes.length, passes, cpu_ms: used, mb_s: (bytes.length * passes) / 1e3 / used});
    terminal.dispose();
  } while (words.length > 0);
}

function residentKb() {
  return Number(/Rss:\s+(\d+) kB/.exec(readFileSync('/proc/self/smaps_rollup', 'utf8'))[1]);
}

async function memory() {
  const options = settings();
  const chunk = number('CHUNK', 1);
  const file = take('FILE');
  const bytes = read(file);
  const before = residentKb();
  const terminal = makeTerminal(options);
  await feed(terminal, bytes, chunk);
  print({file, bytes: bytes.length, rss_kb: residentKb() - before});
}

async function screen() {
  const options = {cols: number('COLS', 2), rows: number('ROWS', 1), scrollback: 10000};
  const terminal = makeTerminal(options);
  await write(terminal, new Uint8Array(readFileSync(0)));
  const buffer = terminal.buffer.active;
  for (let row = 0; row < options.rows; ++row) {
    const line = buffer.getLine(buffer.baseY + row);
    process.stdout.write(`${line ? line.translateToString(true).replace(/ +$/, '') : ''}\n`);
  }
}

function medianMs(repeats, work) {
  const rounds = [];
  for (let round = 0; round < 5; ++round) {
    const begin = cpuMs();
    for (let i = 0; i < repeats; ++i) work();
    rounds.push((cpuMs() - begin) / repeats);
  }
  return rounds.sort((one, other) => one - other)[2];
}

async function state() {
  const options = settings();
  const chunk = number('CHUNK', 1);
  const file = take('FILE');
  const terminal = makeTerminal(options);
  const addon = new serialize.SerializeAddon();
  terminal.loadAddon(addon);
  await feed(terminal, read(file), chunk);
  const lines = terminal.buffer.active.baseY;
  let dump = '';
  const restoreMs = medianMs(1, () => (dump = addon.serialize()));
  const visibleMs = medianMs(50, () => addon.serialize({scrollback: 0}));
  const resizeMs = medianMs(1, () => {
    terminal.resize(Math.floor((options.cols * 3) / 4), options.rows);
    terminal.resize(options.cols, options.rows);
  });
  print({file, lines, restore_ms: restoreMs, restore_bytes: Buffer.byteLength(dump), visible_ms: visibleMs,
         resize_ms: resizeMs / 2});
}

const commands = {speed, memory, screen, state};
const command = take('a command (speed, memory, screen, state)');
if (!Object.hasOwn(commands, command)) refuse(`no such command: '${command}'`);
await commands[command]();
process.exitCode = 0;
