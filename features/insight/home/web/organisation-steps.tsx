import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import styles from './home.module.css';
import { StartCard } from './start-card.tsx';
import { type StartCardProps, useTellKnown } from './start-place.ts';
import type { StartStep } from './steps.ts';
import { useOrganisationSteps } from './use-organisation-steps.ts';

/** Agents and the platform: people first. */
export function OrganisationSteps({ onDismiss, onKnown }: StartCardProps) {
  const t = useText();
  const steps = useOrganisationSteps();
  const done = steps?.filter((step) => step.done).length ?? 0;
  const shown = steps !== undefined && done < steps.length;
  useTellKnown(steps !== undefined, shown, onKnown);
  if (!steps || !shown) return null;
  return (
    <StartCard title={t('home:start.title')} done={done} all={steps.length} onDismiss={onDismiss}>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <Step key={step.key} step={step} number={index + 1} />
        ))}
      </ol>
    </StartCard>
  );
}

function Step({ step, number }: { step: StartStep; number: number }) {
  const t = useText();
  return (
    <li className={styles.step}>
      <span className={styles.stepMark} data-done={step.done || undefined}>
        {step.done ? <Icon name="check" size={16} /> : number}
      </span>
      <div className={styles.stepText}>
        <Text fw={600} c={step.done ? 'dimmed' : undefined}>
          {t(`home:start.${step.key}.title`)}
        </Text>
        <Hint>{t(`home:start.${step.key}.hint`)}</Hint>
      </div>
      {!step.done && (
        <Button component={Link} to={step.path} variant="light" size="sm">
          {t(`home:start.${step.key}.action`)}
        </Button>
      )}
    </li>
  );
}
