import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { defineForm, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { adsContract } from '../contract.ts';
import { GroupItems, type ShownItem } from './group-items.tsx';
import { termFieldSpecs } from './hours-field.tsx';

const { readGroup, saveGroup } = adsContract;

/** The page keeps name, picture and length beside each item; the call wants the rest. */
const formOf = (id: string | null) =>
  defineForm({
    schema: saveGroup.input.omit({ id: true }),
    texts: 'ads:group',
    fields: [
      { name: 'name' },
      {
        name: 'items',
        wide: true,
        render: ({ value, onChange, label, error }) => (
          <GroupItems
            value={(value as ShownItem[] | undefined) ?? []}
            onChange={onChange}
            label={label}
            error={error}
          />
        ),
      },
      ...termFieldSpecs,
    ],
    initial: { items: [], hours: [], fromDay: null, toDay: null },
    ...(id && { load: loadFrom(readGroup, { id }, ({ id: _id, ...group }) => group) }),
    submit: submitTo(saveGroup, (group) => ({ ...group, ...(id && { id }) })),
    success: 'kit:action.saved',
    afterwards: '/adGroupManage',
  });

export default function EditGroup() {
  const [query] = useSearchParams();
  const id = query.get('id');
  return <FormPage key={id} definition={useMemo(() => formOf(id), [id])} />;
}
