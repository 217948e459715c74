import { execFile } from 'node:child_process';

/** What the program is started with. */
export const main = new URL('../../src/main.ts', import.meta.url).pathname;

export interface Result {
  code: number;
  stdout: string;
  stderr: string;
}

const { PATH = '', NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env;
/** Where programs are found, and how `npm test` makes a start short: without it every start loads and compiles hundreds of files. */
export const bareEnvironment = {
  PATH,
  ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
  ...(NODE_OPTIONS !== undefined && { NODE_OPTIONS }),
};

/** Runs the program in a folder with nothing else in its environment but what is given. */
export function waystation(cwd: string, args: string[], env: Record<string, string> = {}, input = ''): Promise<Result> {
  return new Promise(resolve => {
    const options = { cwd, env: { ...bareEnvironment, PLATFORM_PKI_KEY_TYPE: 'ec-p256', ...env } };
    const child = execFile(process.execPath, [main, ...args], options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}

/** An environment that asks for free ports everywhere. */
export const anyPorts = {
  PLATFORM_PKI_KEY_TYPE: 'ec-p256',
  PLATFORM_BSSCI_PORT: '0',
  PLATFORM_SCACI_PORT: '0',
  PLATFORM_GATEWAY_PORT: '0',
  PLATFORM_CORE_PORT: '0',
  PLATFORM_HEALTH_CORE_PORT: '0',
  PLATFORM_HEALTH_GATEWAY_PORT: '0',
};
