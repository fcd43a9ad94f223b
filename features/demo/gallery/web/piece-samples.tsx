import { Button, Group, Paper, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { networkFailure } from '#kit/contract/client.ts';
import { Bars, barsOf } from '#kit/drawings/bars.tsx';
import { MachineDrawing, type MachineMood } from '#kit/drawings/machine-drawing.tsx';
import { Sparkline } from '#kit/drawings/sparkline.tsx';
import { deviceTypes } from '#kit/protocol/types/names.ts';
import { ConfirmButton } from '#kit/ui/confirm.tsx';
import { Diff } from '#kit/ui/diff.tsx';
import { Heading, KeyValue, Money, StatusBadge, Time } from '#kit/ui/display.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { HeroFigure } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Markdown } from '#kit/ui/markdown.tsx';
import { Sheet } from '#kit/ui/sheet.tsx';
import { toast } from '#kit/ui/toast.ts';
import { TreePicker } from '#kit/ui/tree-picker.tsx';

const moods: readonly MachineMood[] = ['busy', 'online', 'offline', 'fault'];
const sampleDays = [3, 5, 4, 7, 6, 9, 12, 8];

function Piece({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" bg="var(--surface)" component="section">
      <Heading mb="sm">{title}</Heading>
      {children}
    </Paper>
  );
}

function SheetSample() {
  const t = useText();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('gallery:piece.openSheet')}
      </Button>
      <Sheet
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('gallery:piece.sheet')}
        footer={<Button onClick={() => setOpened(false)}>{t('kit:action.done')}</Button>}
      >
        {t('gallery:piece.sheetBody')}
      </Sheet>
    </>
  );
}

function TreeSample() {
  const t = useText();
  const [chosen, setChosen] = useState<string[] | undefined>(['claw']);
  const leaf = (key: string) => ({ key, title: t(`gallery:choice.${key}`) });
  return (
    <TreePicker
      label={t('gallery:piece.tree')}
      value={chosen}
      onChange={setChosen}
      nodes={[
        { key: 'play', title: t('gallery:piece.play'), children: [leaf('claw'), leaf('ticket')] },
        { key: 'sell', title: t('gallery:piece.sell'), children: [leaf('vending'), leaf('lipstick')] },
        leaf('exchange'),
      ]}
    />
  );
}

/** Primitives that are not fields. */
export function PieceSamples() {
  const t = useText();
  return (
    <Stack gap="md">
      <Piece title={t('gallery:piece.display')}>
        <KeyValue
          rows={[
            { label: t('gallery:kind.money'), value: <Money fen={1_234_567} /> },
            { label: t('gallery:kind.date'), value: <Time value="2026-01-31T04:00:00.000Z" /> },
            {
              label: t('gallery:piece.states'),
              wide: true,
              value: (
                <Group gap="xs" component="span">
                  <StatusBadge tone="good">{t('gallery:tone.good')}</StatusBadge>
                  <StatusBadge tone="waiting">{t('gallery:tone.waiting')}</StatusBadge>
                  <StatusBadge tone="bad">{t('gallery:tone.bad')}</StatusBadge>
                  <StatusBadge tone="quiet">{t('gallery:tone.quiet')}</StatusBadge>
                  <StatusBadge tone="info">{t('gallery:tone.info')}</StatusBadge>
                </Group>
              ),
            },
          ]}
        />
      </Piece>
      <Piece title={t('gallery:piece.machines')}>
        <Stack gap="xs">
          {moods.map((mood) => (
            <Group key={mood} gap="md">
              {deviceTypes.map((type) => (
                <MachineDrawing key={type} type={type} mood={mood} size={56} />
              ))}
            </Group>
          ))}
        </Stack>
      </Piece>
      <Piece title={t('gallery:piece.figures')}>
        <HeroFigure>
          <Money fen={1_234_567} />
        </HeroFigure>
        <Sparkline values={sampleDays} label={t('gallery:piece.sparkline')} />
        <Bars bars={barsOf(sampleDays)} label={t('gallery:piece.sparkline')} />
      </Piece>
      <Piece title={t('gallery:piece.dialogs')}>
        <Group>
          <SheetSample />
          <ConfirmButton
            danger
            title={t('gallery:piece.confirmTitle')}
            body={t('gallery:piece.confirmBody')}
            onConfirm={() => toast.success(t('kit:action.done'))}
          >
            {t('kit:action.remove')}
          </ConfirmButton>
        </Group>
      </Piece>
      <Piece title={t('gallery:piece.tree')}>
        <TreeSample />
      </Piece>
      <Piece title={t('gallery:piece.diff')}>
        <Diff
          before={{ name: 'A1', priceFen: 100, hours: { open: '09:00' } }}
          after={{ name: 'A1', priceFen: 200, hours: { open: '10:00', close: '22:00' } }}
        />
      </Piece>
      <Piece title={t('gallery:piece.markdown')}>
        <Markdown source={t('gallery:piece.markdownText')} />
      </Piece>
      <Piece title={t('gallery:piece.waiting')}>
        <ListSkeleton rows={3} />
      </Piece>
      <Piece title={t('gallery:piece.empty')}>
        <EmptyState title={t('gallery:piece.emptyTitle')} hint={t('gallery:piece.emptyHint')} />
      </Piece>
      <Piece title={t('gallery:piece.failure')}>
        <ErrorState error={networkFailure()} onRetry={() => toast.info(t('kit:action.retry'))} />
      </Piece>
    </Stack>
  );
}
