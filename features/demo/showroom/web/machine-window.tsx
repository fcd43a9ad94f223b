import '#kit/ui/all-styles.ts';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { playersContract } from '#features/base/players/contract.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { type DeviceType, deviceTypes } from '#kit/protocol/types/names.ts';
import { invalidate, useAct, useCall } from '#kit/ui/api.ts';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { QrCode } from '#kit/ui/fields/qr-field.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type MachineAct, type Scene, showroomContract } from '../contract.ts';
import classes from './machine-window.module.css';
import { SceneDrawing } from './scene-drawing.tsx';
import { useSceneWords } from './scene-words.ts';

const { listDemoMachines, lookAtMachine, readScreenFile, workMachine } = showroomContract;
type ListedMachine = OutputOf<typeof listDemoMachines>[number];

/** A coin falls in an eighth of a second, a claw takes seconds: this is often enough to look lively. */
const lookEveryMs = 400;
const usualPlayer = '1';

const groups: readonly { name: 'hands' | 'luck' | 'trouble'; acts: readonly MachineAct[] }[] = [
  { name: 'hands', acts: ['feed', 'press'] },
  { name: 'luck', acts: ['win', 'lose', 'jam'] },
  { name: 'trouble', acts: ['empty', 'unplug', 'plug', 'mend'] },
];

function Controls({ scene }: { scene: Scene }) {
  const t = useText();
  const work = useAct(workMachine, {
    // the hand has seen it before the next look
    onDone: () => void invalidate(lookAtMachine),
  });
  const { acts, can, fate, type } = scene;
  return (
    <div className={classes.controls}>
      {groups.map(({ name, acts: known }) => {
        const offered = known.filter((act) => acts.includes(act));
        if (offered.length === 0) return null;
        return (
          <fieldset key={name} className={classes.group}>
            <legend>{t(`showroom:window.${name}`)}</legend>
            <div className={classes.buttons}>
              {offered.map((act) => (
                <Button
                  key={act}
                  variant={act === fate ? 'filled' : 'default'}
                  aria-pressed={name === 'luck' ? act === fate : undefined}
                  data-act={act}
                  disabled={!can.includes(act)}
                  onClick={() => work.mutate({ code: scene.code, act })}
                >
                  {t(act === 'feed' ? `showroom:feed.${type}` : `showroom:act.${act}`)}
                </Button>
              ))}
            </div>
          </fieldset>
        );
      })}
    </div>
  );
}

/** What a counter shows on its screen. Who scans or types it stands before it. */
function ShownCode({ code, shown }: { code: string; shown: string }) {
  const t = useText();
  const page = new URL(
    `/depositing_coins?${new URLSearchParams({ equipmentId: code, p: shown })}`,
    location.href,
  );
  return (
    <div className={classes.shown}>
      <p>{t('showroom:window.shown')}</p>
      <strong data-shown-code>{`${shown.slice(0, 3)} ${shown.slice(3)}`}</strong>
      <QrCode text={page.href} sizePx={132} />
      <p>{t('showroom:window.shownHint')}</p>
    </div>
  );
}

/** What the screen of the machine shows now, out of its own storage. */
function Screen({ scene }: { scene: Scene }) {
  const t = useText();
  const { screen, slogan, code } = scene;
  if (!screen) return null;
  const file = `${readScreenFile.path}?${new URLSearchParams({ code, item: screen.item })}`;
  const label = t(`showroom:screenKind.${screen.kind}`);
  return (
    <figure className={classes.screen} data-on-screen={screen.item}>
      {screen.kind === 'video' ? (
        <video key={screen.item} src={file} aria-label={label} autoPlay muted loop playsInline />
      ) : (
        <img key={screen.item} src={file} alt={label} />
      )}
      <figcaption>
        {slogan && <strong>{slogan}</strong>}
        <small>{t('showroom:window.onScreen', { seconds: screen.seconds })}</small>
      </figcaption>
    </figure>
  );
}

function Machine({ machine }: { machine: ListedMachine }) {
  const t = useText();
  const {
    data: scene,
    error,
    refetch,
  } = useCall(lookAtMachine, { code: machine.code }, { refetchMs: lookEveryMs, staleMs: 0 });
  const words = useSceneWords(scene);
  if (!scene)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton rows={3} />;
  return (
    <section className={classes.machine} aria-label={t('showroom:window.machine')}>
      <div className={classes.stage}>
        <SceneDrawing scene={scene} />
        <Screen scene={scene} />
        {scene.shownCode && <ShownCode code={scene.code} shown={scene.shownCode} />}
        <div className={classes.label}>
          <QrCode
            text={new URL(machine.path, location.href).href}
            sizePx={132}
            centreText={String(machine.number)}
          />
          <p>{t('showroom:window.scan')}</p>
        </div>
      </div>
      <div className={classes.words} role="status" data-state={words.key}>
        <strong>{words.state}</strong>
        {words.last}
      </div>
      <Controls key={machine.code} scene={scene} />
    </section>
  );
}

interface PhoneProps {
  path: string;
  player: string;
}

/** The player's own page, as a phone shows it: of our own address, with its own log-in beside the staff's. */
function Phone({ path, player }: PhoneProps) {
  const t = useText();
  const [round, setRound] = useState(0);
  const query = new URLSearchParams({ n: player, to: path });
  return (
    <section className={classes.phone} aria-label={t('showroom:window.phone')}>
      <div className={classes.bezel}>
        <iframe
          key={`${path} ${player} ${round}`}
          title={t('showroom:window.phone')}
          src={`/demo_player?${query}`}
        />
      </div>
      <Button variant="subtle" onClick={() => setRound(round + 1)}>
        {t('showroom:window.again')}
      </Button>
    </section>
  );
}

const placesOf = (machines: readonly ListedMachine[], type: DeviceType) =>
  machines.filter((machine) => machine.type === type);

function Shown({ machines }: { machines: readonly ListedMachine[] }) {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const players = useCall(playersContract.listDemoPlayers, {});
  const asked = machines.find(({ code }) => code === query.get('code'));
  // what is free now may be busy at the next look: the choice stays
  const [first] = useState(() => machines.find(({ free }) => free) ?? machines[0]);
  const machine = asked ?? first;
  const player = query.get('n') ?? usualPlayer;
  const choose = (name: 'code' | 'n', value: string) =>
    setQuery(
      (before) => {
        before.set(name, value);
        return before;
      },
      { replace: true },
    );
  if (!machine) return <EmptyState title={t('showroom:window.none')} hint={t('showroom:window.noneHint')} />;
  return (
    <>
      <div className={classes.choices}>
        <NativeSelect
          label={t('showroom:window.chooseMachine')}
          value={machine.code}
          onChange={(event) => choose('code', event.currentTarget.value)}
          data={deviceTypes
            .map((type) => ({
              group: t(`devices:type.${type}`),
              items: placesOf(machines, type).map(({ code, number, fieldName }) => ({
                value: code,
                label: t('showroom:window.place', {
                  type: t(`devices:type.${type}`),
                  number,
                  site: fieldName,
                }),
              })),
            }))
            .filter(({ items }) => items.length > 0)}
        />
        <NativeSelect
          label={t('showroom:window.choosePlayer')}
          value={player}
          onChange={(event) => choose('n', event.currentTarget.value)}
          data={(players.data ?? []).map(({ n, playerName, platform }) => ({
            value: String(n),
            label: t('showroom:window.person', {
              name: playerName,
              platform: t(`players:platform.${platform}`),
            }),
          }))}
        />
      </div>
      <div className={classes.both}>
        <Machine key={machine.code} machine={machine} />
        <Phone path={machine.path} player={player} />
      </div>
    </>
  );
}

/** /demo_machine: a simulated machine that moves as its controller does, and beside it the phone of somebody who plays. */
export default function MachineWindow() {
  const t = useText();
  const { data, error, refetch } = useCall(listDemoMachines, {});
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{t('showroom:screen.machine')}</h1>
        <p>{t('showroom:window.lead')}</p>
        <ol className={classes.steps}>
          <li>{t('showroom:window.step1')}</li>
          <li>{t('showroom:window.step2')}</li>
          <li>{t('showroom:window.step3')}</li>
        </ol>
        <Link to="/login">{t('showroom:page.toLogin')}</Link>
      </header>
      {data ? (
        <Shown machines={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton rows={6} />
      )}
    </div>
  );
}
