import { conflict } from '#kit/kernel/errors.ts';
import type { Handler } from '#kit/server/context.ts';
import type { onboardingContract } from '../contract.ts';
import { drawnCard } from '../demo/draw-card.ts';
import { neededPhotos } from '../fields.ts';
import { decide, takeForAudit } from './audit-submission.ts';
import { actingAsAuditor } from './demo-acting.ts';
import { ownHolder } from './holder.ts';
import { type BusinessInput, saveDraft, submitDraft } from './save-business-data.ts';
import { attachPhoto, sealPhoto } from './seal-photo.ts';
import { findPassed } from './submission-queries.ts';

/** A person who does not exist: numbers with true check digits and serial numbers of zeros. */
const sample = {
  kind: 'person',
  idCardName: '示例商户',
  idCardNumber: '330106199001010018',
  contactPhone: '13800000099',
  regionCode: '330106',
  address: '示例路 1 号',
  businessCategoryCode: 10401,
  accountType: 'private',
  accountName: '示例商户',
  bankCode: 'ICBC',
  bankRegionCode: '330106',
  branchName: '中国工商银行浙江省分行',
  cardNumber: '6222020000000000018',
} as const satisfies BusinessInput;

/** Everything as a person would do it, one step after the other, and the demo's auditor says yes. */
export const handInSamplePapers: Handler<typeof onboardingContract.handInSamplePapers> = async (context) => {
  const { db, services, session, clock } = context;
  const holder = ownHolder(session);
  if (await findPassed(db.read, holder)) throw conflict('onboarding:error.alreadyPassed');
  const photos = await Promise.all(
    neededPhotos[sample.kind].map(async (kind) => sealPhoto(services, holder, kind, await drawnCard(kind))),
  );
  const replaced = await db
    .transaction(async (tx) => {
      const forgotten: string[] = [];
      for (const photo of photos) {
        const before = await attachPhoto(tx, context, holder, photo);
        if (before) forgotten.push(before.storageKey);
      }
      const id = await submitDraft(tx, context, holder, await saveDraft(tx, context, holder, sample));
      const auditor = actingAsAuditor(services, clock.now());
      await takeForAudit(tx, auditor, id);
      await decide(tx, auditor, { id, passed: true, reason: '' });
      return forgotten;
    })
    .catch(async (error: unknown) => {
      for (const { storageKey } of photos) await services.storage.remove(storageKey);
      throw error;
    });
  for (const storageKey of replaced) await services.storage.remove(storageKey);
  return {};
};
