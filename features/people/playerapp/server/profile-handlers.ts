import { randomBytes } from 'node:crypto';
import { checkCode, resendWaitMs, sendCode, spendCode } from '#features/base/accounts/server/public.ts';
import {
  changePhoto,
  changeWayIn,
  findPlayer,
  provePhone,
  tellOfGuard,
} from '#features/base/players/server/public.ts';
import { readPicture, reencodeImage, sniff } from '#features/base/uploads/server/public.ts';
import { invalid, missing, unauthorized } from '#kit/kernel/errors.ts';
import { secondMs } from '#kit/kernel/time.ts';
import type { Handlers } from '#kit/server/context.ts';
import { insertOwn, removeOwn } from '#kit/server/player-tables.ts';
import type { profileContract } from '../contract/profile.ts';
import { playerPhotos } from '../tables.ts';
import { changePayPassword } from './pay-password-queries.ts';
import { findPhotoByName, photoKey } from './photo-queries.ts';
import { playerAsker, proveWherePassword } from './prove-pay-password.ts';

const mostPhotoBytes = 8 * 1024 * 1024;
/** Shown as large as a thumb. */
const photoSide = 320;
const photoNameBytes = 16;

type Calls = Pick<
  typeof profileContract,
  'sendNewPhoneCode' | 'changePhone' | 'uploadOwnPhoto' | 'readPlayerPhoto'
>;

export const profileHandlers: Handlers<Calls> = {
  async sendNewPhoneCode({ services, address, session }, { phone }) {
    const asker = playerAsker(session);
    await sendCode(services, { phone, purpose: 'playerPhone', address, asker, deliver: true, wait: true });
    return { waitSeconds: resendWaitMs / secondMs };
  },

  async changePhone(context, { phone, code, password }) {
    const { db, services, session, clock } = context;
    // a code to the new phone proves that phone alone: who would reset the password by it must know the password
    await proveWherePassword(context, password);
    const asker = playerAsker(session);
    const codeId = await checkCode(services, { phone, purpose: 'playerPhone', code, asker });
    const before = await findPlayer(db.read, session.playerId);
    await db.transaction(async (tx) => {
      await spendCode(tx, codeId, clock.now());
      await changeWayIn(tx, session.playerId, phone);
      await provePhone(tx, services, { playerId: session.playerId, phone, now: clock.now() });
      // the password was typed: from now on it is reset by this phone
      await changePayPassword(tx, session.scope, { phone });
    });
    if (before?.phone !== phone) await tellOfGuard(services, session.playerId, 'phone');
  },

  async uploadOwnPhoto(context) {
    const { db, services, session, clock } = context;
    const sent = await readPicture(context.request, mostPhotoBytes);
    if (sniff(sent)?.family !== 'image') throw invalid('uploads:error.format');
    const { bytes, contentType } = await reencodeImage(sent, photoSide);
    const name = randomBytes(photoNameBytes).toString('hex');
    const sizeBytes = bytes.length;
    await services.storage.put(photoKey(name), bytes, { contentType, sizeBytes });
    const photo = `/api/blade-player/player/photo/${name}`;
    const [before] = await db
      .transaction(async (tx) => {
        if (!(await changePhoto(tx, session.playerId, photo))) throw unauthorized();
        const replaced = await removeOwn(tx, session.scope, playerPhotos, {});
        const createdAt = clock.now();
        await insertOwn(tx, session.scope, playerPhotos, { name, contentType, sizeBytes, createdAt });
        return replaced;
      })
      .catch(async (error: unknown) => {
        await services.storage.remove(photoKey(name));
        throw error;
      });
    if (before) await services.storage.remove(photoKey(before.name));
    return { playerPhoto: photo };
  },

  async readPlayerPhoto({ db, services, reply }, { name }) {
    const known = await findPhotoByName(db.read, name);
    const stored = known && (await services.storage.open(photoKey(name)));
    if (!stored) throw missing();
    await reply
      .header('content-type', known.contentType)
      .header('content-length', stored.sizeBytes)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, max-age=86400')
      .send(stored.body);
  },
};
