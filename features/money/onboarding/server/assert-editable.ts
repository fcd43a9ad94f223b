import { conflict } from '#kit/kernel/errors.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Holder } from './holder.ts';
import { findLatest, isOpen } from './submission-queries.ts';

/** What is being audited stays as it is until it is decided or taken back. */
export async function assertEditable(reader: Reader, holder: Holder): Promise<void> {
  const latest = await findLatest(reader, holder);
  if (latest && isOpen(latest.state)) throw conflict('onboarding:error.underReview');
}
