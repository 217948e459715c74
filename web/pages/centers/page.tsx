import { EUI_DIGITS } from '../../model/text/eui.ts';
import Centers from './centers.tsx';
import { Center } from './detail/center.tsx';

/** The list with its tabs, or one center by its EUI. */
export default function CentersPage({ params }: { params: Readonly<Record<string, string>> }) {
  const { eui = '', tab } = params;
  if (eui.length === EUI_DIGITS) return <Center acEui={eui} tab={tab} />;
  return <Centers tab={eui === 'errors' || eui === 'queue' ? eui : 'centers'} />;
}
