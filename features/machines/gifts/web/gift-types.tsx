import { type Action, callOf, removing } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { OrderedNames } from '#kit/pages/ordered-names.tsx';
import { useAct } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import type { GiftTypeRecord } from '../contract/records.ts';
import { giftsContract } from '../contract.ts';

/** A new type, or a new name for one. */
const typeForm = formAction({
  endpoint: giftsContract.saveType,
  title: (type: GiftTypeRecord | undefined, t) => t(type ? 'gifts:types.rename' : 'gifts:types.add'),
  initial: (type) => ({ id: type?.id, name: type?.name }),
  fields: [{ name: 'name', label: 'gifts:types.name', placeholder: 'gifts:types.example' }],
  submitLabel: 'kit:action.save',
  success: 'kit:action.saved',
});

const actions: readonly Action<GiftTypeRecord>[] = [
  { label: 'gifts:types.rename', icon: 'edit', form: typeForm },
  {
    ...removing,
    call: callOf(giftsContract.removeTypes, (type: GiftTypeRecord) => ({ ids: [type.id] })),
    // A type in use says so in its row; its removal would only fail.
    visible: (type) => type.giftCount === 0,
    confirm: { title: 'gifts:types.removeTitle', params: (type) => ({ name: type.name }) },
  },
];

const texts = {
  lead: 'gifts:types.lead',
  add: 'gifts:types.add',
  emptyTitle: 'gifts:types.emptyTitle',
  emptyHint: 'gifts:types.emptyHint',
};

/** Gift types in their order. */
export default function GiftTypes() {
  const t = useText();
  const sort = useAct(giftsContract.sortTypes);
  return (
    <Loaded call={[giftsContract.listTypes, {}]} skeleton="list">
      {(types) => (
        <OrderedNames
          rows={types}
          form={typeForm}
          actions={actions}
          beside={({ giftCount }) => t('gifts:types.giftCount', { count: giftCount })}
          sort={{
            endpoint: giftsContract.sortTypes,
            pending: sort.isPending,
            run: (ids) => sort.mutate({ ids }),
          }}
          texts={texts}
        />
      )}
    </Loaded>
  );
}
