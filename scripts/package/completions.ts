import { type CommandText, flattened, type OptionText } from './command-line.ts';

const HEADER = '# Completion of waystation(1), made from its command line when the package is built.';

/** Options that stand before or after every subcommand. */
function optionsOf(command: CommandText, program: CommandText): readonly OptionText[] {
  const own = new Set(command.options.map(option => option.long));
  return [...command.options, ...program.options.filter(option => !own.has(option.long))];
}

/** What is completed with file names and what with folders, over all commands; bash looks at the word before alone. */
function flagsOfKind(program: CommandText, value: 'file' | 'folder' | 'word'): string[] {
  const options = flattened(program).flatMap(command => command.options);
  return [...new Set(options.filter(option => option.value === value).map(option => option.long))].sort();
}

/** For /usr/share/bash-completion/completions/waystation. */
export function bashCompletion(program: CommandText): string {
  const branch = (command: CommandText): string => {
    const words = [
      ...command.commands.map(each => each.path.at(-1)),
      ...optionsOf(command, program).map(option => option.long),
    ];
    const kind = command.args.find(({ value }) => value === 'file' || value === 'folder')?.value ?? '';
    return `    '${command.path.join(' ')}') words='${words.join(' ')}'; names='${kind}' ;;`;
  };
  const groups = flattened(program).filter(command => command.commands.length > 0);
  return `${HEADER}
_waystation() {
  local cur prev word path='' words='' names='' skip=''
  COMPREPLY=()
  cur=\${COMP_WORDS[COMP_CWORD]}
  prev=\${COMP_WORDS[COMP_CWORD-1]}
  case $prev in
    ${flagsOfKind(program, 'file').join('|')}) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
    ${flagsOfKind(program, 'folder').join('|')}) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$cur"); return ;;
    ${flagsOfKind(program, 'word').join('|')}) return ;;
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ -n $skip ]]; then skip=''; continue; fi
    case $word in
      ${[...flagsOfKind(program, 'file'), ...flagsOfKind(program, 'folder'), ...flagsOfKind(program, 'word')].join('|')}) skip=yes ;;
      -*) ;;
      *) case "$path" in ${groups.map(({ path }) => `'${path.join(' ')}'`).join('|')}) path="\${path:+$path }$word" ;; esac ;;
    esac
  done
  case $path in
${flattened(program).map(branch).join('\n')}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
  if [[ $cur != -* ]]; then
    case $names in
      file) compopt -o filenames; mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$cur") ;;
      folder) compopt -o filenames; mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$cur") ;;
    esac
  fi
}
complete -F _waystation waystation
`;
}

/** For /usr/share/zsh/vendor-completions/_waystation. */
export function zshCompletion(program: CommandText): string {
  const action = { none: '', file: ':file:_files', folder: ':folder:_files -/', word: ':value: ' };
  const quoted = (text: string) => text.replaceAll("'", "'\\''");
  const described = (text: string) => quoted(text.replace(/[[\]:\\]/g, '\\$&'));
  const nameOf = (path: readonly string[]) => ['_waystation', ...path].join('_').replaceAll('-', '_');
  const option = ({ long, about, value, choices }: OptionText) => {
    const values = choices.length > 0 ? `:value:(${choices.join(' ')})` : action[value];
    return `    '*${long}[${described(about)}]${values}'`;
  };
  const functionOf = (command: CommandText): string => {
    const options = optionsOf(command, program).map(option);
    const name = nameOf(command.path);
    if (command.commands.length === 0) {
      const args = command.args.map(({ name, value }, index) =>
        value === 'word' ? `    '${index + 1}:${described(name)}: '` : `    '${index + 1}:${described(name)}:_files'`,
      );
      return `${name}() {\n  _arguments \\\n${[...options, ...args].join(' \\\n')}\n}`;
    }
    const commands = command.commands.map(each => `    '${described(each.path.at(-1) ?? '')}:${quoted(each.about)}'`);
    const cases = command.commands.map(each => `      ${each.path.at(-1)}) ${nameOf(each.path)} ;;`);
    return `${name}() {
  local curcontext=$curcontext state line
  local -a commands=(
${commands.join('\n')}
  )
  _arguments -C \\
${options.join(' \\\n')} \\
    '1: :->command' '*:: :->rest'
  case $state in
    command) _describe command commands ;;
    rest) case $line[1] in
${cases.join('\n')}
    esac ;;
  esac
}`;
  };
  const functions = flattened(program).reverse().map(functionOf);
  return `#compdef waystation\n${HEADER}\n${functions.join('\n\n')}\n\n_waystation "$@"\n`;
}

/** For /usr/share/fish/vendor_completions.d/waystation.fish. */
export function fishCompletion(program: CommandText): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const values = { none: '', file: ' -r -F', folder: " -x -a '(__fish_complete_directories)'", word: ' -x' };
  const option = (where: string, { long, about, value, choices }: OptionText) => {
    const given = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : values[value];
    return `complete -c waystation${where} -l ${long.slice(2)}${given} -d ${quoted(about)}`;
  };
  const lines = flattened(program).flatMap(command => {
    const seen = command.path.map(word => `__fish_seen_subcommand_from ${word}`);
    const below = command.commands.map(each => each.path.at(-1) ?? '');
    const none = below.length > 0 ? [`not __fish_seen_subcommand_from ${below.join(' ')}`] : [];
    const where = (parts: readonly string[]) => (parts.length > 0 ? ` -n ${quoted(parts.join('; and '))}` : '');
    const files = command.args.some(({ value }) => value === 'file' || value === 'folder');
    return [
      ...command.commands.map(
        each => `complete -c waystation${where([...seen, ...none])} -a ${each.path.at(-1)} -d ${quoted(each.about)}`,
      ),
      ...command.options.map(each => option(where(seen), each)),
      ...(files ? [`complete -c waystation${where(seen)} -F`] : []),
    ];
  });
  return `${HEADER}\ncomplete -c waystation -f\n${lines.join('\n')}\n`;
}
