import type { Tone } from '../model/states.ts';
import { format, words } from '../words/words.ts';
import { Button } from './button.tsx';
import { EuiText } from './eui.tsx';
import { State } from './status.tsx';
import type { Column } from './table/table.tsx';

/** A certificate as lists show it. */
export interface ShownCertificate {
  id: string;
  eui?: string;
  subject: string;
  serialNumber: string;
  notBefore: string;
  notAfter: string;
  daysUntilExpiry: number;
  status: 'valid' | 'expiring' | 'expired' | 'not_yet_valid' | 'revoked';
  revokedReason?: string;
}

const isOver = (status: ShownCertificate['status']): boolean => status === 'revoked' || status === 'expired';

const DAY_MS = 86_400_000;
/** Of a serial number, where a station has several certificates of one name. */
const SHOWN_DIGITS = 8;

const LOOKS: Readonly<Record<ShownCertificate['status'], { icon: string; tone: Tone }>> = {
  valid: { icon: 'online', tone: 'ok' },
  expiring: { icon: 'warning', tone: 'warning' },
  expired: { icon: 'offline', tone: 'error' },
  not_yet_valid: { icon: 'clock', tone: 'warning' },
  revoked: { icon: 'disable', tone: 'muted' },
};

/** @param withPeer names the peer, where certificates of several stand together */
export function certificateColumns<C extends ShownCertificate>(
  onRevoke: (certificate: C) => void,
  withPeer = false,
): Column<C>[] {
  const { certificates: text } = words.value;
  const { date } = format.value;
  return [
    {
      name: 'status',
      head: text.columns.status,
      width: 160,
      card: 'state',
      cell: ({ status }) => <State {...LOOKS[status]}>{text.status[status]}</State>,
    },
    ...(withPeer
      ? [
          {
            ...({ name: 'peer', head: text.columns.peer, width: 180, card: 'name' } as const),
            cell: ({ eui = '' }: C) => <EuiText eui={eui} />,
          },
        ]
      : []),
    {
      name: 'serial',
      head: text.columns.serial,
      ...(withPeer ? { from: 1024 as const } : { card: 'name' as const }),
      cut: true,
      cell: ({ serialNumber, revokedReason }) => (
        <>
          <span class="mono">{serialNumber}</span>
          {revokedReason && <span class="under plain">{text.because(revokedReason)}</span>}
        </>
      ),
    },
    {
      name: 'from',
      head: text.columns.from,
      width: 130,
      end: true,
      from: 1024,
      cell: ({ notBefore }) => date(Date.parse(notBefore)),
    },
    {
      name: 'until',
      head: text.columns.until,
      width: 150,
      end: true,
      card: 'start',
      cell: certificate => (
        <>
          {date(Date.parse(certificate.notAfter))}
          {!isOver(certificate.status) && (
            <span class="under plain">{text.days(format.value.duration(certificate.daysUntilExpiry * DAY_MS))}</span>
          )}
        </>
      ),
    },
    {
      name: 'act',
      head: '',
      width: 120,
      end: true,
      card: 'end',
      cell: certificate =>
        isOver(certificate.status) ? null : (
          <Button
            size="compact"
            name={text.revokeName(`${certificate.subject} (${certificate.serialNumber.slice(0, SHOWN_DIGITS)})`)}
            onClick={() => onRevoke(certificate)}
          >
            {text.revoke}
          </Button>
        ),
    },
  ];
}
