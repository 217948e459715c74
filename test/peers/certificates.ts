import { generate } from 'selfsigned';

export interface Certificate {
  cert: string;
  key: string;
}

/** A throw-away authority that signs for one test file. */
export interface TestAuthority {
  readonly ca: string;
  /** A server certificate for 127.0.0.1 and localhost. */
  server(): Promise<Certificate>;
  /** A client certificate with this common name. */
  client(commonName: string, validity?: Validity): Promise<Certificate>;
}

/** Milliseconds from now. */
export interface Validity {
  readonly from?: number;
  readonly to?: number;
}

const ec = { keyType: 'ec', algorithm: 'sha256' } as const;

export async function testAuthority(): Promise<TestAuthority> {
  const root = await generate([{ name: 'commonName', value: 'test authority' }], {
    ...ec,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const issue = async (
    commonName: string,
    extensions: NonNullable<Parameters<typeof generate>[1]>['extensions'],
    { from, to }: Validity = {},
  ) => {
    const made = await generate([{ name: 'commonName', value: commonName }], {
      ...ec,
      ca: { cert: root.cert, key: root.private },
      ...(extensions && { extensions }),
      ...(from !== undefined && { notBeforeDate: new Date(Date.now() + from) }),
      ...(to !== undefined && { notAfterDate: new Date(Date.now() + to) }),
    });
    return { cert: made.cert, key: made.private };
  };
  return {
    ca: root.cert,
    server: () =>
      issue('localhost', [
        {
          name: 'subjectAltName',
          altNames: [
            { type: 2, value: 'localhost' },
            { type: 7, ip: '127.0.0.1' },
          ],
        },
        { name: 'extKeyUsage', serverAuth: true },
      ]),
    client: (commonName, validity) => issue(commonName, [{ name: 'extKeyUsage', clientAuth: true }], validity),
  };
}
