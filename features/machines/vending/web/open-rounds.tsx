import { Paper, Progress, Text, UnstyledButton } from '@mantine/core';
import { useNavigate } from 'react-router';
import choices from '#kit/pages/choices.module.css';
import { useCall } from '#kit/ui/api.ts';
import { Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { vendingContract } from '../contract.ts';
import classes from './vending.module.css';

const inSight = 5;

/** Rounds under way: someone may go on where another left off. */
export function OpenRounds() {
  const t = useText();
  const navigate = useNavigate();
  const { data } = useCall(vendingContract.listRounds, { state: 'open', size: inSight });
  if (!data || data.records.length === 0) return null;
  return (
    <section aria-label={t('vending:round.open')}>
      <Text fw={600} mb={6}>
        {t('vending:round.open')}
      </Text>
      <Paper withBorder component="ul" className={choices.choices}>
        {data.records.map((round) => (
          <li key={round.id}>
            <UnstyledButton
              className={choices.choice}
              onClick={() => void navigate(`/replenishment?roundId=${round.id}`)}
            >
              <span className={classes.grow}>
                <Text component="span" fw={600} display="block">
                  {round.fieldNames.join(t('vending:round.and'))}
                </Text>
                <Text component="span" size="sm" c="dimmed" display="block" mb={6}>
                  {[
                    round.userName,
                    t('vending:round.progress', { filled: round.filledNumber, lines: round.lineNumber }),
                    t('vending:round.pieces', { count: round.pieces }),
                  ].join(' · ')}
                  {' · '}
                  <Time value={round.createdAt} pattern="m-d H:M" />
                </Text>
                <Progress value={(round.filledNumber / round.lineNumber) * 100} aria-hidden />
              </span>
              <Icon name="chevron-right" />
            </UnstyledButton>
          </li>
        ))}
      </Paper>
    </section>
  );
}
