import type { OutputOf } from '#kit/contract/endpoint.ts';
import type { Action } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import type { Translate } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import type { packagesContract } from '../contract.ts';
import { siteField, startingSite } from './site-field.ts';

type SendCall = typeof packagesContract.sendCoinPackages;

/** What became of it, without the parts that are nothing. */
export const sendingText = ({ sent, waiting, current }: OutputOf<SendCall>, t: Translate): string =>
  [
    sent > 0 && t('packages:send.sent', { count: sent }),
    waiting > 0 && t('packages:send.waiting', { count: waiting }),
    current > 0 && t('packages:send.current', { count: current }),
  ]
    .filter(Boolean)
    .join(t('packages:send.and'));

/** The price list of a site to the screens of its machines; afterwards one sees machine after machine confirm. */
export const sendPrices = (endpoint: SendCall): Action<undefined> => ({
  label: 'packages:send.action',
  icon: 'send',
  form: formAction({
    endpoint,
    initial: startingSite,
    fields: [{ ...siteField, hint: 'packages:send.hint' }],
    success: sendingText,
    done: () => navigation.go('/price_lists'),
  }),
});
