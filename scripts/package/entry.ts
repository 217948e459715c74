// What the executable starts with. One malloc arena keeps its threads from holding back what each of them has freed, which the
// C library reads before anything of ours runs: a service started by hand starts itself again, under its own process id. The unit
// file sets the variable, and short commands do without.
import { Script } from 'node:vm';
import { packedCode } from '../../src/kit/program.ts';

const { env, execPath, argv } = process;
const args = argv.slice(2);
const serves = args.includes('serve') || !args.some(arg => /^[a-z]/.test(arg));

if (serves && !('MALLOC_ARENA_MAX' in env))
  process.execve?.(execPath, [execPath, ...args], { ...env, MALLOC_ARENA_MAX: '1' });
else
  new Script(packedCode('program.js'), { filename: 'program.js' }).runInThisContext()(module, module.exports, require);
