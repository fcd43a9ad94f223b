import { createClient } from '#kit/contract/client.ts';
import { currentLanguage } from '#kit/ui/i18n.ts';
import { forgetPlayer, playerToken } from './session.ts';

/** For player pages. It never carries a staff token, nor does the staff's client carry a player's. */
export const playerClient = createClient({
  baseUrl: '',
  serves: 'player',
  language: currentLanguage,
  token: async () => playerToken(),
  onUnauthorized: forgetPlayer,
});
