import type { Command } from 'commander';
import { everyCommand } from '../../src/cli/program.ts';

/** What a value on the command line is, as far as a shell can help with it. */
export type ValueKind = 'none' | 'file' | 'folder' | 'word';

export interface OptionText {
  /** `--config <file>` */
  readonly flags: string;
  readonly long: string;
  readonly short?: string | undefined;
  readonly about: string;
  readonly value: ValueKind;
  readonly choices: readonly string[];
  readonly fallback?: string | undefined;
}

/** One command with what stands below it, as plain data. */
export interface CommandText {
  /** Words after the program's name; none for the program itself. */
  readonly path: readonly string[];
  readonly about: string;
  readonly args: readonly { readonly name: string; readonly about: string; readonly value: ValueKind }[];
  readonly options: readonly OptionText[];
  readonly commands: readonly CommandText[];
  /** What its help says below the options: examples and notes. */
  readonly after: string;
}

/** The command line as `--help` knows it. */
export async function commandLine(): Promise<CommandText> {
  return textOf(await everyCommand(), []);
}

/** The command itself and every one below it, each before its own. */
export function flattened(command: CommandText): CommandText[] {
  return [command, ...command.commands.flatMap(flattened)];
}

function textOf(command: Command, path: readonly string[]): CommandText {
  const help = command.createHelp();
  return {
    path,
    about: command.description(),
    args: command.registeredArguments.map(arg => ({
      name: help.argumentTerm(arg),
      about: arg.description,
      value: kindOf(arg.name()),
    })),
    options: help.visibleOptions(command).map(option => ({
      flags: option.flags,
      long: option.long ?? '',
      short: option.short,
      about: option.description,
      value: option.required || option.optional ? kindOf(/[<[]([\w-]+)/.exec(option.flags)?.[1] ?? '') : 'none',
      choices: option.argChoices ?? [],
      fallback:
        option.defaultValue === undefined ? undefined : (option.defaultValueDescription ?? String(option.defaultValue)),
    })),
    commands: command.commands.map(each => textOf(each, [...path, each.name()])),
    after: textAfterHelp(command),
  };
}

function kindOf(name: string): ValueKind {
  if (/file$|^csr$/.test(name)) return 'file';
  return /^(dir|folder)$/.test(name) ? 'folder' : 'word';
}

function textAfterHelp(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: part => {
      text += part;
    },
  });
  command.outputHelp();
  return text.slice(command.helpInformation().length).trim();
}
