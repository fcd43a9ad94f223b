import type { Context } from '#kit/server/context.ts';
import type { SeenWallet } from './wallet-queries.ts';

/** The main one has no name; a franchisee's says whose it is. */
export const walletName = (
  { services, language }: Pick<Context, 'services' | 'language'>,
  wallet: Pick<SeenWallet, 'kind' | 'name'> | undefined,
): string =>
  wallet ? services.texts.say(language, `wallet:wallet.${wallet.kind}`, { name: wallet.name ?? '' }) : '';

export const toHead = (
  context: Pick<Context, 'services' | 'language'>,
  { id, kind, name, own }: Pick<SeenWallet, 'id' | 'kind' | 'name' | 'own'>,
) => ({ id, kind, name: walletName(context, { kind, name }), own });
