import { Alert, Paper } from '@mantine/core';
import { Heading, Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { type Pulse, pulsePoints, shownPulses, trainMs } from './pulse-path.ts';
import classes from './settings.module.css';
import { SettingsScreen } from './settings-screen.tsx';
import type { SettingsDraft } from './use-settings-draft.ts';

const size = { width: 340, height: 118 };
const level = { 1: 16, 0: 70 };

/** The coin line as an oscilloscope would show it, drawn again as values change. */
function PulseDrawing({ draft }: { draft: SettingsDraft }) {
  const t = useText();
  const widthMs = Number(draft.valueOf('signal.pulseWidthMs'));
  const gapMs = Number(draft.valueOf('signal.pulseGapMs'));
  const ignoredMs = Number(draft.valueOf('signal.ignoreShorterMs'));
  const pulse: Pulse = { widthMs, gapMs, polarity: String(draft.valueOf('signal.polarity')) };
  if (!(widthMs > 0 && gapMs > 0)) return null;
  const x = (atMs: number) => (atMs / trainMs(pulse)) * size.width;
  const points = pulsePoints(pulse);
  const startMs = gapMs / 2;
  return (
    <Paper withBorder component="section" className={classes.section}>
      <Heading mb="sm">{t('settings:pulse.title')}</Heading>
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        width="100%"
        style={{ maxWidth: 560 }}
        role="img"
        aria-label={t('settings:pulse.alt', { width: widthMs, gap: gapMs })}
      >
        <polyline
          points={points.map(({ atMs, level: at }) => `${x(atMs)},${level[at]}`).join(' ')}
          fill="none"
          stroke="var(--mantine-primary-color-filled)"
          strokeWidth="3"
        />
        <Span from={x(startMs)} to={x(startMs + widthMs)} text={t('settings:pulse.ms', { value: widthMs })} />
        <Span
          from={x(startMs + widthMs)}
          to={x(startMs + widthMs + gapMs)}
          text={t('settings:pulse.ms', { value: gapMs })}
        />
      </svg>
      <Hint>
        {t('settings:pulse.rate', {
          coins: shownPulses,
          perSecond: (1000 / (widthMs + gapMs)).toFixed(1),
        })}
      </Hint>
      {widthMs <= ignoredMs && (
        <Alert mt="sm" color="red" variant="light" icon={<Icon name="alert-triangle" />}>
          {t('settings:pulse.ignored')}
        </Alert>
      )}
    </Paper>
  );
}

/** A measure under the line. */
function Span({ from, to, text }: { from: number; to: number; text: string }) {
  const y = 88;
  return (
    <g stroke="var(--mantine-color-dimmed)">
      <path d={`M${from + 2} ${y}H${to - 2}M${from + 2} ${y - 4}v8M${to - 2} ${y - 4}v8`} fill="none" />
      <text
        x={(from + to) / 2}
        y={y + 18}
        textAnchor="middle"
        fontSize="12"
        stroke="none"
        fill="var(--mantine-color-text)"
      >
        {text}
      </text>
    </g>
  );
}

export default function Signal() {
  return <SettingsScreen groups={['signal']} aside={(draft) => <PulseDrawing draft={draft} />} />;
}
