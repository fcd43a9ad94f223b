import { siteSource } from '#features/base/sites/web/public.ts';
import { type Action, callOf } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import type { packagesContract } from '../contract.ts';
import { siteField, startingSite } from './site-field.ts';

/** What packages, discounts and cash packages have in common: copied, taken off, put back to what a site begins with. */
type Chosen = { id: string };

export const copyToSites = (
  endpoint: typeof packagesContract.copyPackages,
  hint = 'packages:copy.hint',
): Action<Chosen[]> => ({
  label: 'packages:action.copy',
  icon: 'copy',
  form: formAction({
    endpoint,
    initial: (chosen: Chosen[]) => ({ ids: chosen.map(({ id }) => id) }),
    fields: [
      { name: 'fieldIds', label: 'packages:copy.sites', hint, kind: 'references', source: siteSource() },
    ],
    success: ({ added, changed }, t) => t('packages:copy.done', { added, changed }),
  }),
});

export const takeOff = (
  endpoint: typeof packagesContract.removeCoinPackages,
  confirm: NonNullable<Action<Chosen[]>['confirm']>,
): Action<Chosen[]> => ({
  label: 'kit:action.remove',
  icon: 'trash',
  danger: true,
  call: callOf(endpoint, (chosen: Chosen[]) => ({ ids: chosen.map(({ id }) => id) })),
  confirm,
  success: 'kit:action.removed',
});

export const restoreDefaults = (
  endpoint: typeof packagesContract.restoreCoinPackages,
  hint: string,
): Action<undefined> => ({
  label: 'packages:action.restore',
  icon: 'refresh',
  form: formAction({
    endpoint,
    initial: startingSite,
    fields: [{ ...siteField, hint }],
    danger: true,
    success: 'packages:restore.done',
  }),
});
