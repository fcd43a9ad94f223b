import { useState } from 'react';
import { Coins, Money } from '#kit/player/amount.tsx';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { LinkButton } from '#kit/player/button.tsx';
import { Card, Facts } from '#kit/player/card.tsx';
import { OwnPage } from '#kit/player/for-player.tsx';
import { List, Row } from '#kit/player/list.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { Sheet } from '#kit/player/sheet.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { playerAppContract } from '../contract.ts';
import { materialsPath } from './addresses.ts';
import { momentText } from './own-texts.tsx';
import {
  ChangeForm,
  LimitsForm,
  type PayPassword,
  RemoveForm,
  ResetForm,
  SetForm,
} from './password-forms.tsx';
import classes from './player-app.module.css';

const mePath = '/program/my';
const ways = ['change', 'limits', 'reset', 'remove'] as const;
type Way = (typeof ways)[number];
const forms = { change: ChangeForm, limits: LimitsForm, reset: ResetForm, remove: RemoveForm };

/** /program/my/modifyPassword: six digits that are asked for before much of what is stored is spent. */
export default function PasswordPage() {
  const t = useText();
  const title = t('playerapp:screen.password');
  return (
    <OwnPage title={title} hint={t('playerapp:password.nobodyHint')} back={mePath}>
      <Password />
    </OwnPage>
  );
}

function Password() {
  const t = useText();
  const answer = useAnswer(playerAppContract.readPayPassword, {});
  const [done, setDone] = useState<Way | 'set'>();
  const saved = (way: Way | 'set') => {
    setDone(way);
    void answer.again();
  };
  return (
    <>
      <Notice>{t('playerapp:password.why')}</Notice>
      {done && <Notice tone="good">{t(`playerapp:password.done.${done}`)}</Notice>}
      <Answered answer={answer}>
        {(standing) =>
          standing.isSet ? (
            <PasswordState standing={standing} onSaved={saved} />
          ) : standing.phone ? (
            <Card heading={t('playerapp:password.set')}>
              <SetForm onSaved={() => saved('set')} />
            </Card>
          ) : (
            <>
              <Notice tone="warn">{t('playerapp:error.noPhone')}</Notice>
              <LinkButton to={materialsPath}>{t('playerapp:password.toPhone')}</LinkButton>
            </>
          )
        }
      </Answered>
    </>
  );
}

function PasswordState({ standing, onSaved }: { standing: PayPassword; onSaved: (way: Way) => void }) {
  const t = useText();
  const [open, setOpen] = useState<Way>();
  const Form = open && forms[open];
  return (
    <>
      {standing.lockedUntil && (
        <Notice tone="warn">
          {t('playerapp:password.lockedUntil', { at: momentText(standing.lockedUntil) })}
        </Notice>
      )}
      <Card heading={t('playerapp:password.free')}>
        <Facts
          facts={[
            { name: t('playerapp:unit.fen'), value: <Money fen={standing.freeFen} /> },
            { name: t('playerapp:unit.coin'), value: <Coins count={standing.freeCoins} /> },
          ]}
        />
        <p className={classes.hint}>{t('playerapp:password.freeHint')}</p>
      </Card>
      <List>
        {ways.map((way) => (
          <Row key={way} title={t(`playerapp:password.way.${way}`)} onClick={() => setOpen(way)} />
        ))}
      </List>
      <Sheet
        open={open !== undefined}
        title={open ? t(`playerapp:password.way.${open}`) : ''}
        onClose={() => setOpen(undefined)}
      >
        {Form && open && (
          <Form
            standing={standing}
            onSaved={() => {
              setOpen(undefined);
              onSaved(open);
            }}
          />
        )}
      </Sheet>
    </>
  );
}
