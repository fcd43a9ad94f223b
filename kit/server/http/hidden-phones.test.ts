import { expect, it } from 'vitest';
import { z } from 'zod';
import { permit } from '#kit/contract/endpoint.ts';
import { shownPhone, wholePhone } from '#kit/contract/schemas.ts';
import type { Session } from '../session.ts';
import { hidePhones } from './hidden-phones.ts';

const staffWith = (...permissions: string[]) =>
  ({
    kind: 'staff',
    realm: 'merchant',
    userType: 5,
    permissions: new Set(permissions),
  }) as unknown as Session;

const right = permit('notes.edit');
const output = z.object({
  records: z.array(z.object({ phone: wholePhone({ because: 'a test', right }).nullable() })),
  other: z.object({ phone: wholePhone({ because: 'a test', right }) }),
});
const found = () => ({
  records: [{ phone: '13812340001' }, { phone: null }],
  other: { phone: '13812340002' },
});

it('phones are whole for who has the right that the field names, and masked for everybody else', () => {
  const hide = (session: Session | undefined) => hidePhones({ output }, found(), session);
  expect(hide(staffWith('notes.edit'))).toEqual(found());
  for (const session of [staffWith('notes.view'), undefined])
    expect(hide(session)).toEqual({
      records: [{ phone: '138****0001' }, { phone: null }],
      other: { phone: '138****0002' },
    });
});

it('calls whose phones are always masked, own or published have nothing to do after their schema', () => {
  const plain = z.object({ phone: shownPhone(), own: wholePhone('own'), shop: wholePhone('published') });
  const read = plain.parse({ phone: '13812340001', own: '13812340002', shop: '13812340003' });
  expect(read).toEqual({ phone: '138****0001', own: '13812340002', shop: '13812340003' });
  expect(hidePhones({ output: plain }, { ...read }, undefined)).toEqual(read);
});
