import { siteSource } from '#features/base/sites/web/public.ts';
import { type Action, callOf } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import type { StoreRecord } from '../contract/platforms.ts';
import { groupBuysContract } from '../contract.ts';

const { bindStore, unbindStores } = groupBuysContract;

const bindForm = formAction({
  endpoint: bindStore,
  title: 'groupbuys:page.bind',
  lead: ({ name }: StoreRecord, t) => t('groupbuys:page.bindLead', { name }),
  initial: ({ id, fieldId }) => ({ id, fieldId: fieldId ?? undefined }),
  fields: (store) => [
    {
      name: 'fieldId',
      label: 'kit:thing.siteLabel',
      kind: 'reference',
      source: siteSource(store.fieldId ? { [store.fieldId]: store.fieldName ?? '' } : undefined),
    },
  ],
  success: 'groupbuys:page.boundNow',
});

/** What may be done with a store of the platform, in its list and on its page. */
export const storeActions: readonly Action<StoreRecord>[] = [
  { label: 'groupbuys:page.bind', icon: 'link', form: bindForm },
  {
    label: 'groupbuys:page.unbind',
    icon: 'x',
    danger: true,
    visible: ({ bound }) => bound,
    call: callOf(unbindStores, ({ id }: StoreRecord) => ({ ids: [id] })),
    confirm: {
      title: 'groupbuys:page.unbindTitle',
      body: 'groupbuys:page.unbindBody',
      params: ({ name }) => ({ name }),
    },
    success: 'groupbuys:page.unboundNow',
  },
];
