import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import styles from './home.module.css';
import { SamplePapers } from './sample-papers.tsx';
import { StartCard } from './start-card.tsx';
import { type StartCardProps, useTellKnown } from './start-place.ts';
import { hasNext, type PlayStep } from './steps.ts';
import { TestPlay } from './test-play.tsx';
import { type FirstMachine, useFirstPlay } from './use-first-play.ts';

/** The card of a merchant on the way: what is behind, the step to do now, and what comes after it. */
export default function ToFirstPlay({ onDismiss, onKnown }: StartCardProps) {
  const t = useText();
  const first = useFirstPlay();
  const shown = first !== undefined && hasNext(first.steps);
  useTellKnown(first !== undefined, shown, onKnown);
  if (!first || !shown) return null;
  const { steps, machine } = first;
  const done = steps.filter(({ state }) => state === 'done');
  return (
    <StartCard title={t('home:start.firstPlay')} done={done.length} all={steps.length} onDismiss={onDismiss}>
      {done.length > 0 && <Done steps={done} />}
      <ol className={styles.steps}>
        {steps.map(
          (step, index) =>
            step.state !== 'done' && <Step key={step.key} step={step} number={index + 1} machine={machine} />,
        )}
      </ol>
    </StartCard>
  );
}

/** What is behind one, in one line. */
function Done({ steps }: { steps: readonly PlayStep[] }) {
  const t = useText();
  return (
    <div className={styles.doneSteps}>
      <span className={styles.stepMark} data-done>
        <Icon name="check" size={16} />
      </span>
      <ul aria-label={t('home:start.done')}>
        {steps.map(({ key }) => (
          <li key={key} data-done={key}>
            {t(`home:start.${key}.title`)}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface StepProps {
  step: PlayStep;
  number: number;
  machine: FirstMachine | undefined;
}

function Step({ step: { key, state, path }, number, machine }: StepProps) {
  const t = useText();
  return (
    <li
      className={styles.playStep}
      data-step={key}
      data-state={state}
      aria-current={state === 'next' ? 'step' : undefined}
    >
      <span className={styles.stepMark}>{number}</span>
      <div className={styles.stepText}>
        <Text fw={state === 'next' ? 600 : 400} c={state === 'next' ? undefined : 'dimmed'}>
          {t(`home:start.${key}.title`)}
        </Text>
        {state === 'waiting' && <Hint>{t('home:start.waiting')}</Hint>}
        {state === 'next' && (
          <>
            <Hint>{t(`home:start.${key}.hint`, { code: machine?.code ?? '' })}</Hint>
            {key === 'play' && machine ? (
              <TestPlay machine={machine} />
            ) : (
              <Group gap="sm" mt={10}>
                <Button component={Link} to={path}>
                  {t(`home:start.${key}.action`)}
                </Button>
                {key === 'payment' && <SamplePapers />}
              </Group>
            )}
          </>
        )}
      </div>
    </li>
  );
}
