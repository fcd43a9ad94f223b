import { type SubmitEvent, useState } from 'react';
import { playersContract, type Self } from '#features/base/players/contract.ts';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { Button, SubmitButton } from '#kit/player/button.tsx';
import { Card, Facts } from '#kit/player/card.tsx';
import { Field } from '#kit/player/field.tsx';
import { OwnPage } from '#kit/player/for-player.tsx';
import { List, Row } from '#kit/player/list.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { beginPlayer, forgetPlayer } from '#kit/player/session.ts';
import { Sheet } from '#kit/player/sheet.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { bankCardPath, identityPath, passwordPath } from './addresses.ts';
import { ChangePhone } from './change-phone.tsx';
import { OwnDataTools } from './own-data-tools.tsx';
import { OwnPhoto } from './own-photo.tsx';
import { SpendingLimit } from './spending-limit.tsx';

const { endLogins, readSelf, updateSelf, renewLogin } = playersContract;
const longestName = 20;
const mePath = '/program/my';

/** /program/my/modifyMaterials: what is known of a player, to be put right, taken along or deleted. */
export default function MaterialsPage() {
  const t = useText();
  const title = t('playerapp:screen.materials');
  return (
    <OwnPage title={title} hint={t('players:self.nobodyHint')} back={mePath}>
      <Own />
    </OwnPage>
  );
}

function Own() {
  const answer = useAnswer(readSelf, {});
  const { send: renew } = useSend(renewLogin);
  const changed = async () => {
    // the log-in carries name and picture along
    const login = await renew({});
    if (login) beginPlayer(login);
    await answer.again();
  };
  return <Answered answer={answer}>{(self) => <Known self={self} onChanged={changed} />}</Answered>;
}

function Known({ self, onChanged }: { self: Self; onChanged: () => Promise<void> }) {
  const t = useText();
  const [phoneOpen, setPhoneOpen] = useState(false);
  return (
    <>
      <OwnPhoto self={self} onChanged={onChanged} />
      <NameAndBirthday self={self} onChanged={onChanged} />
      <Card heading={t('players:self.heading')}>
        <Facts
          facts={[
            { name: t('players:self.way'), value: t(`players:platform.${self.platform}`) },
            { name: t('players:self.phone'), value: self.phone ?? t('players:self.noPhone') },
            { name: t('players:self.id'), value: self.id.slice(-8) },
          ]}
        />
        <Button kind="soft" onClick={() => setPhoneOpen(true)}>
          {t(self.phone ? 'playerapp:phone.change' : 'playerapp:phone.add')}
        </Button>
        <Sheet open={phoneOpen} title={t('playerapp:phone.title')} onClose={() => setPhoneOpen(false)}>
          <ChangePhone
            byPhone={self.platform === 'phone'}
            onChanged={() => {
              setPhoneOpen(false);
              void onChanged();
            }}
          />
        </Sheet>
      </Card>
      <List>
        <Row
          to={passwordPath}
          title={t('playerapp:entry.password')}
          note={t('playerapp:entryHint.password')}
        />
        <Row
          to={bankCardPath}
          title={t('playerapp:screen.bankCard')}
          note={t('playerapp:entryHint.bankCard')}
        />
        <Row
          to={identityPath}
          title={t('playerapp:screen.identity')}
          note={t('playerapp:entryHint.identity')}
        />
      </List>
      <SpendingLimit />
      <OwnDataTools />
      <EndAll />
    </>
  );
}

function NameAndBirthday({ self, onChanged }: { self: Self; onChanged: () => Promise<void> }) {
  const t = useText();
  const [name, setName] = useState(self.playerName);
  const [birthday, setBirthday] = useState(self.birthday ?? '');
  const [saved, setSaved] = useState(false);
  const [nameless, setNameless] = useState(false);
  const { send, busy, refusal } = useSend(updateSelf);
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    setSaved(false);
    setNameless(name.trim() === '');
    if (name.trim() === '') return;
    if (!(await send({ playerName: name.trim(), birthday }))) return;
    setSaved(true);
    await onChanged();
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Card>
        <Field
          label={t('players:self.name')}
          hint={t('players:self.nameHint')}
          {...(nameless && { error: t('kit:validation.required') })}
          maxLength={longestName}
          autoComplete="nickname"
          value={name}
          onChange={setName}
        />
        <Field
          label={t('playerapp:birthday.label')}
          hint={t('playerapp:birthday.hint')}
          type="date"
          autoComplete="bday"
          value={birthday}
          onChange={setBirthday}
        />
        {refusal && <Notice tone="bad">{refusal}</Notice>}
        {saved && <Notice tone="good">{t('playerapp:birthday.saved')}</Notice>}
        <SubmitButton busy={busy}>{t('playerapp:birthday.save')}</SubmitButton>
      </Card>
    </form>
  );
}

function EndAll() {
  const t = useText();
  const [asked, setAsked] = useState(false);
  const { send, busy, refusal } = useSend(endLogins);
  const end = async () => {
    // a lost phone is logged out when the server says so, and not before
    if (await send({})) forgetPlayer();
  };
  return (
    <>
      <Button kind="danger" onClick={() => setAsked(true)}>
        {t('players:self.endAll')}
      </Button>
      <Sheet open={asked} title={t('players:self.endTitle')} onClose={() => setAsked(false)}>
        <p>{t('players:self.endHint')}</p>
        {refusal && <Notice tone="bad">{refusal}</Notice>}
        <Button kind="danger" busy={busy} onClick={() => void end()}>
          {t('players:self.endYes')}
        </Button>
        <Button kind="plain" onClick={() => setAsked(false)}>
          {t('players:self.keep')}
        </Button>
      </Sheet>
    </>
  );
}
