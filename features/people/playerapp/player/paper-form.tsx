import { type SubmitEvent, useState } from 'react';
import { useSend } from '#kit/player/answers.ts';
import { Button, SubmitButton } from '#kit/player/button.tsx';
import { Card, Facts } from '#kit/player/card.tsx';
import { Field } from '#kit/player/field.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { Sheet } from '#kit/player/sheet.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { playerAppContract } from '../contract.ts';
import { PasswordField } from './password-field.tsx';
import classes from './player-app.module.css';

type Save = typeof playerAppContract.saveOwnCard | typeof playerAppContract.saveIdentity;
type Remove = typeof playerAppContract.removeOwnCard | typeof playerAppContract.removeIdentity;
interface Typed {
  name: string;
  number: string;
  password?: string;
}

/** Name and number of a paper: shown masked, written again, forgotten. */
export function PaperForm(props: {
  /** `program:<texts>.…` */
  texts: 'bankCard' | 'identity';
  save: Save;
  wishOf: (typed: Typed) => Record<string, string | undefined>;
  remove: Remove;
  known: readonly { name: string; value: string }[] | undefined;
  needsPassword: boolean;
  onChanged: () => Promise<void>;
}) {
  const { texts, known, needsPassword } = props;
  const t = useText();
  const [editing, setEditing] = useState(false);
  const [sure, setSure] = useState(false);
  const removing = useSend(props.remove);
  const forget = async () => {
    if (!(await removing.send({}))) return;
    setSure(false);
    await props.onChanged();
  };
  if (!known || editing)
    return (
      <Card heading={t(`playerapp:${texts}.write`)}>
        <Form
          {...props}
          onSaved={() => {
            setEditing(false);
            void props.onChanged();
          }}
        />
      </Card>
    );
  return (
    <Card heading={t(`playerapp:${texts}.known`)}>
      <Facts facts={known} />
      {needsPassword && <p className={classes.hint}>{t('playerapp:papers.guarded')}</p>}
      <Button kind="soft" onClick={() => setEditing(true)}>
        {t('playerapp:papers.change')}
      </Button>
      <Button kind="plain" onClick={() => setSure(true)}>
        {t('playerapp:papers.forget')}
      </Button>
      <Sheet open={sure} title={t(`playerapp:${texts}.forgetTitle`)} onClose={() => setSure(false)}>
        <div className={classes.form}>
          {removing.refusal && <Notice tone="bad">{removing.refusal}</Notice>}
          <Button kind="danger" busy={removing.busy} onClick={() => void forget()}>
            {t('playerapp:papers.forget')}
          </Button>
          <Button kind="plain" onClick={() => setSure(false)}>
            {t('playerapp:papers.keep')}
          </Button>
        </div>
      </Sheet>
    </Card>
  );
}

function Form(props: {
  texts: 'bankCard' | 'identity';
  save: Save;
  wishOf: (typed: Typed) => Record<string, string | undefined>;
  needsPassword: boolean;
  onSaved: () => void;
}) {
  const { texts, needsPassword } = props;
  const t = useText();
  const [name, setName] = useState('');
  const [number, setNumber] = useState('');
  const [password, setPassword] = useState('');
  const { send, busy, refusal } = useSend(props.save);
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const typed = { name: name.trim(), number: number.trim(), ...(needsPassword && { password }) };
    if (await send(props.wishOf(typed) as never)) props.onSaved();
  };
  return (
    <form className={classes.form} onSubmit={(event) => void save(event)} noValidate>
      <Field
        label={t(`playerapp:${texts}.name`)}
        maxLength={30}
        autoComplete="name"
        value={name}
        onChange={setName}
      />
      <Field
        label={t(`playerapp:${texts}.number`)}
        digits={texts === 'bankCard'}
        maxLength={texts === 'bankCard' ? 24 : 18}
        value={number}
        onChange={setNumber}
      />
      {needsPassword && (
        <PasswordField label={t('playerapp:password.password')} value={password} onChange={setPassword} />
      )}
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <SubmitButton busy={busy}>{t('playerapp:password.save')}</SubmitButton>
    </form>
  );
}
