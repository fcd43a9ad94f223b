import { type SubmitEvent, useState } from 'react';
import { useSend } from '#kit/player/answers.ts';
import { Button, SubmitButton } from '#kit/player/button.tsx';
import { Field } from '#kit/player/field.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { Sheet } from '#kit/player/sheet.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type Address, addressesContract } from '../contract/addresses.ts';
import classes from './addresses.module.css';

const { saveAddress, removeAddress } = addressesContract;

export type Draft = Omit<Address, 'id'> & { id?: string };
export const blankAddress: Draft = { name: '', phone: '', region: '', street: '' };

interface SheetProps {
  /** undefined: closed */
  draft: Draft | undefined;
  onClose: () => void;
  /** with the id of what was saved; undefined: it was deleted */
  onDone: (id: string | undefined) => void;
}

/** One address to write or to change, over the page that needs it. */
export function AddressSheet({ draft, onClose, onDone }: SheetProps) {
  const t = useText();
  return (
    <Sheet
      open={draft !== undefined}
      title={t(draft?.id ? 'players:page.edit' : 'players:page.add')}
      onClose={onClose}
    >
      {draft && <AddressForm key={draft.id ?? 'new'} given={draft} onDone={onDone} />}
    </Sheet>
  );
}

function AddressForm({ given, onDone }: { given: Draft; onDone: SheetProps['onDone'] }) {
  const t = useText();
  const [draft, setDraft] = useState(given);
  const saving = useSend(saveAddress);
  const removing = useSend(removeAddress);
  const set = (name: keyof Address) => (value: string) =>
    setDraft((before) => ({ ...before, [name]: value }));
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const saved = await saving.send(draft);
    if (saved) onDone(saved.id);
  };
  const { id } = given;
  const refusal = saving.refusal ?? removing.refusal;
  return (
    <form className={classes.form} onSubmit={(event) => void save(event)} noValidate>
      <Field
        label={t('players:field.name')}
        value={draft.name}
        onChange={set('name')}
        maxLength={30}
        autoComplete="name"
      />
      <Field
        label={t('players:field.phone')}
        type="tel"
        value={draft.phone}
        onChange={set('phone')}
        maxLength={20}
        autoComplete="tel"
      />
      <Field
        label={t('players:field.region')}
        hint={t('players:hint.region')}
        value={draft.region}
        onChange={set('region')}
        maxLength={60}
        autoComplete="address-level1"
      />
      <Field
        label={t('players:field.street')}
        hint={t('players:hint.street')}
        value={draft.street}
        onChange={set('street')}
        maxLength={100}
        autoComplete="street-address"
      />
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <SubmitButton busy={saving.busy}>{t('players:page.save')}</SubmitButton>
      {id && (
        <Button
          kind="plain"
          busy={removing.busy}
          onClick={() => void removing.send({ id }).then((gone) => gone && onDone(undefined))}
        >
          {t('players:page.remove')}
        </Button>
      )}
    </form>
  );
}
