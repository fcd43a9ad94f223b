import { CallError } from '#kit/contract/client.ts';

/** The server wants the payment password before so much money, so many coins, so many points. */
const asked: readonly (string | undefined)[] = [
  'playerapp:error.payPassword',
  'playerapp:error.payPasswordCoins',
  'playerapp:error.payPasswordPoints',
];

/**
 * What may be done about a refused payment: where the server wants the payment password, the player types it for this
 * very wish, and the call is made once more.
 */
export default async function askPayPassword<I extends { requestId?: string | undefined }>(
  error: unknown,
  input: I,
): Promise<I | undefined> {
  const { requestId } = input;
  if (!(error instanceof CallError) || !asked.includes(error.key) || !requestId) return undefined;
  // most payments never need it
  const { showPasswordSheet } = await import('./password-sheet.tsx');
  return (await showPasswordSheet({ why: error.message, wishId: requestId })) ? input : undefined;
}
