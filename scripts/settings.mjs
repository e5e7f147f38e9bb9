import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { StepFailure } from './steps.mjs';
import { root } from './toolchain.mjs';

/** The ports that `fetch` blocks according to WHATWG. */
const blockedPorts = JSON.parse(readFileSync(join(root, 'packages', 'config', 'src', 'blocked-ports.json'), 'utf8'));

/**
 * @typedef {{ port: number, host: string, dataDir: string, publisherPort: number, logLevel?: string }} Settings
 * The settings that the supervisor needs; the apps read the others.
 */

/** Reads the settings from the environment and, with lower priority, from `.env` in the root folder. */
export async function readSettings(env = process.env) {
  const file = join(root, '.env');
  const values = { ...(existsSync(file) ? parseEnvFile(readFileSync(file, 'utf8')) : {}), ...env };
  const port = parsePort('PORT', values.PORT || '3000');
  const publisherPort = values.PUBLISHER_PORT
    ? parsePort('PUBLISHER_PORT', values.PUBLISHER_PORT)
    : await findFreePort();
  if (values.PUBLISHER_PORT && publisherPort === port) {
    throw new StepFailure(`PORT and PUBLISHER_PORT are both ${port}.`, {
      advice: 'Remove PUBLISHER_PORT to use a free port, or choose another one.',
    });
  }
  return {
    port,
    host: values.HOST || '127.0.0.1',
    dataDir: resolve(root, values.DATA_DIR || 'data'),
    publisherPort,
    logLevel: values.LOG_LEVEL || undefined,
  };
}

/** Parses the common part of the env file format: NAME=value, quotes, comments. Node 18 has no parser for it. */
export function parseEnvFile(text) {
  const line = /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)'|([^#\r\n]*))/gm;
  return Object.fromEntries(
    [...text.matchAll(line)].map(([, name, double, single, bare]) => [name, double ?? single ?? bare?.trim() ?? '']),
  );
}

/**
 * Returns the flags with which Node itself reads the env file, from any folder. If there is no env file, the flag would
 * be an error. Node 22 prints a warning about TypeScript.
 */
export function nodeFlags(folder = root) {
  const file = join(folder, '.env');
  return [...(existsSync(file) ? [`--env-file=${file}`] : []), '--disable-warning=ExperimentalWarning'];
}

const suggestedPorts = { PORT: 3000, PUBLISHER_PORT: 3001 };

function parsePort(name, text) {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new StepFailure(`${name} must be a whole number between 1 and 65535.`);
  if (blockedPorts.includes(port)) {
    throw new StepFailure(`${name} is ${port}, but browsers refuse to connect to that port.`, {
      advice: `Choose another one: ${name}=${suggestedPorts[name]} npm start`,
    });
  }
  return port;
}

/** Fails if the port is not available, before anything is installed or built. */
export async function refuseBusyPort({ port, host }) {
  const code = await tryToListen(port, host);
  if (!code) return;
  const other = `PORT=${port === 65535 ? 3000 : port + 1} npm start`;
  if (code === 'EADDRINUSE') {
    throw new StepFailure(`Port ${port} is in use by another program.`, {
      advice: `Stop that program, or choose another port: ${other}`,
    });
  }
  if (code === 'EACCES') {
    throw new StepFailure(`This user may not listen on port ${port}.`, {
      advice: `Choose a port of 1024 or above: PORT=3000 npm start`,
    });
  }
  throw new StepFailure(`This machine cannot listen on ${host}, port ${port} (${code}).`, {
    advice: 'HOST must be an address of this machine: 127.0.0.1 for this machine only, 0.0.0.0 for its whole network.',
  });
}

/** @returns {Promise<string | undefined>} the error code; undefined if the port is free */
const tryToListen = (port, host) =>
  listen(port, host).then(
    () => undefined,
    ({ code, message }) => code ?? message,
  );

/** Returns an unused port of the loopback address. */
export const findFreePort = () => listen(0, '127.0.0.1');

/** Listens for a moment. Returns the port. */
async function listen(port, host) {
  const server = createServer().listen({ port, host });
  await once(server, 'listening');
  const { port: used } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return used;
}
