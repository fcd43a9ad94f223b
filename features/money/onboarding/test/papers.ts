import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { knownCode } from '#features/base/accounts/test/support.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import { onboardingContract as calls } from '../contract.ts';
import type { PhotoKind } from '../fields.ts';
import { neededPhotos } from '../fields.ts';

export type BusinessInput = InputOf<typeof calls.saveBusinessData>;

/** Numbers with true check digits that belong to nobody. */
export const numbers = {
  idCard: '330106198808080055',
  card: '6222020000000007773',
  licence: '91330106MA0000003C',
  corporateAccount: '1202020209900123456',
  cards: [
    '6217000000000001002',
    '6217000000000001010',
    '6217000000000001028',
    '6217000000000001036',
    '6217000000000001044',
    '6217000000000001051',
  ],
} as const;

export const person: BusinessInput = {
  kind: 'person',
  idCardName: '方小川',
  idCardNumber: numbers.idCard,
  contactPhone: '13811112222',
  regionCode: '330106',
  address: '文一路 1 号',
  businessCategoryCode: 10401,
  accountType: 'private',
  accountName: '方小川',
  bankCode: 'ICBC',
  bankRegionCode: '330106',
  branchName: '杭州文一路支行',
  cardNumber: numbers.card,
};

export const company: BusinessInput = {
  ...person,
  kind: 'company',
  contactEmail: 'fang@example.com',
  registeredName: '杭州方川游乐有限公司',
  licenceNumber: numbers.licence,
  legalPerson: '方小川',
  accountType: 'corporate',
  accountName: '杭州方川游乐有限公司',
  cardNumber: numbers.corporateAccount,
};

/** Text that must not be found in a stored file. */
export const hiddenText = 'EXIF of a private picture';

export const picture = () =>
  sharp({ create: { width: 320, height: 200, channels: 3, background: '#2a6' } })
    .withExif({ IFD0: { Copyright: hiddenText } })
    .jpeg()
    .toBuffer();

export async function sendPhoto(server: TestServer, account: string, kind: PhotoKind, bytes?: Buffer) {
  const { access_token } = await server.login(account);
  const boundary = `b${randomBytes(8).toString('hex')}`;
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
  const answer = await server.app.inject({
    method: 'POST',
    url: `${calls.uploadPhoto.path}?kind=${kind}`,
    payload: Buffer.concat([
      Buffer.from(head),
      bytes ?? (await picture()),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    headers: {
      'blade-auth': `bearer ${access_token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  return {
    status: answer.statusCode,
    ...answer.json<{ error?: { key: string }; data: { id: string; sizeBytes: number } }>(),
  };
}

export async function lookAtPhoto(server: TestServer, account: string, id: string, reason = '核对证件') {
  const { access_token } = await server.login(account);
  return server.app.inject({
    method: 'POST',
    url: calls.viewPhoto.path,
    payload: { id, reason },
    headers: { 'blade-auth': `bearer ${access_token}` },
  });
}

/** Everything filled in and handed in; answers the submission. */
export async function handIn(server: TestServer, account: string, input: BusinessInput): Promise<string> {
  const client = await server.logIn(account);
  for (const kind of neededPhotos[input.kind!]) await sendPhoto(server, account, kind);
  const { id } = await client.call(calls.saveBusinessData, { ...input, submit: true });
  return id!;
}

/** What shows that the person who binds a card is its owner. */
export const proofOf = async (server: TestServer, account: string) => ({
  password: server.encrypt('Demo1234'),
  code: await knownCode(server, account, 'card'),
});

/** The platform passes the account's papers, which opens the payment products to it. */
export async function passPapers(server: TestServer, account: string): Promise<void> {
  const { state, id: latest } = await (await server.logIn(account)).call(calls.readBusinessData, {});
  if (state === 'passed') return;
  const id = state === 'untreated' && latest ? latest : await handIn(server, account, person);
  const admin = await server.logIn('admin');
  await admin.call(calls.takeSubmission, { id });
  await admin.call(calls.decideSubmission, { id, passed: true });
}
