import { Posix, ProtocolError } from '../protocol/errors.ts';
import type { MacAnswers } from './answers.ts';

/** The answers of a station that offers these types of the variable MAC; one that offers none does not know it (BSSCI appendix A). */
export function macAnswers(offered: readonly number[]): MacAnswers {
  const known = (isOffered: boolean) => {
    if (!isOffered) throw new ProtocolError(Posix.notSupported, 'MAC type not offered');
  };
  return {
    'vm.activate'({ macType }, { session }) {
      known(offered.includes(macType));
      session.macTypes.add(macType);
      return {};
    },
    'vm.deactivate'({ macType }, { session }) {
      known(offered.includes(macType));
      session.macTypes.delete(macType);
      return {};
    },
    'vm.status'(_, { session }) {
      known(offered.length > 0);
      return { macTypes: [...session.macTypes] };
    },
    'vm.dlData'({ macType }, { bidi }) {
      known(bidi && offered.includes(macType));
      return {};
    },
  };
}
