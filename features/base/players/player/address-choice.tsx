import { useState } from 'react';
import { Button } from '#kit/player/button.tsx';
import { Choices } from '#kit/player/choices.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { Address } from '../contract/addresses.ts';
import { AddressSheet, blankAddress, type Draft } from './address-form.tsx';

/** Which of the own addresses goods are sent to; another one is written without leaving the page. */
export function AddressChoice(props: {
  addresses: readonly Address[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
  /** they are to be read again */
  onChanged: () => Promise<void>;
}) {
  const { addresses } = props;
  const t = useText();
  const [draft, setDraft] = useState<Draft>();
  const done = async (id: string | undefined) => {
    setDraft(undefined);
    await props.onChanged();
    if (id) props.onChoose(id);
  };
  return (
    <>
      {addresses.length > 0 && (
        <Choices
          label={t('players:choice.label')}
          chosen={props.chosen}
          onChoose={props.onChoose}
          entries={addresses.map(({ id, name, phone, region, street }) => ({
            key: id,
            title: `${name} ${phone}`,
            note: `${region} ${street}`,
          }))}
        />
      )}
      <Button kind="soft" onClick={() => setDraft(blankAddress)}>
        {t(addresses.length > 0 ? 'players:choice.other' : 'players:choice.first')}
      </Button>
      <AddressSheet draft={draft} onClose={() => setDraft(undefined)} onDone={(id) => void done(id)} />
    </>
  );
}
