import { useMemo } from 'react';
import { type Action, callOf, removing } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { OrderedNames } from '#kit/pages/ordered-names.tsx';
import { useAct } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import type { ClassKind, ClassRecord } from '../contract/goods.ts';
import { stockContract } from '../contract.ts';

const { listClasses, saveClass, sortClasses, removeClasses } = stockContract;

/** A new one, or a new name for one. */
const formOf = (kind: ClassKind) =>
  formAction({
    endpoint: saveClass,
    title: (one: ClassRecord | undefined, t) => t(one ? 'stock:class.rename' : `stock:${kind}.add`),
    initial: (one) => ({ id: one?.id, kind, name: one?.name }),
    fields: [{ name: 'name', label: `stock:${kind}.name`, placeholder: `stock:${kind}.example` }],
    submitLabel: 'kit:action.save',
    success: 'kit:action.saved',
  });

const actionsOf = (kind: ClassKind, form: ReturnType<typeof formOf>): readonly Action<ClassRecord>[] => [
  {
    label: 'stock:class.goods',
    icon: 'gift',
    to: (one) => `/integralStore/goodManage?${kind === 'category' ? 'categoryId' : 'groupId'}=${one.id}`,
    needs: stockContract.listGoods,
  },
  { label: 'stock:class.rename', icon: 'edit', form },
  {
    ...removing,
    call: callOf(removeClasses, (one: ClassRecord) => ({ ids: [one.id] })),
    // A category in use says so in its row; its removal would only fail.
    visible: (one) => kind === 'group' || one.goodCount === 0,
    confirm: {
      title: 'stock:class.removeTitle',
      ...(kind === 'group' && { body: 'stock:group.removeBody' }),
      params: ({ name }) => ({ name }),
    },
  },
];

/** Categories or groups in their order. */
export function ClassNames({ kind }: { kind: ClassKind }) {
  const t = useText();
  const sort = useAct(sortClasses);
  const form = useMemo(() => formOf(kind), [kind]);
  const actions = useMemo(() => actionsOf(kind, form), [kind, form]);
  return (
    <Loaded call={[listClasses, { kind }]} skeleton="list">
      {(rows) => (
        <OrderedNames
          rows={rows}
          form={form}
          actions={actions}
          beside={({ goodCount }) => t('stock:class.goodCount', { count: goodCount })}
          sort={{ endpoint: sortClasses, pending: sort.isPending, run: (ids) => sort.mutate({ kind, ids }) }}
          texts={{
            lead: `stock:${kind}.lead`,
            add: `stock:${kind}.add`,
            emptyTitle: `stock:${kind}.emptyTitle`,
            emptyHint: `stock:${kind}.emptyHint`,
          }}
        />
      )}
    </Loaded>
  );
}
