import { ActionIcon, Button, Group, Input, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { CustomFieldProps } from '#kit/pages/form-definition.ts';
import { useCall } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { Hint } from '#kit/ui/display.tsx';
import { ReferenceField } from '#kit/ui/fields/reference-field.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { toast } from '#kit/ui/toast.ts';
import { useWedgeScanner } from '#kit/ui/wedge-scanner.ts';
import { maxLines } from '../contract/documents.ts';
import { barcode as barcodeSchema } from '../contract/goods.ts';
import type { Candidate } from '../contract/levels.ts';
import { stockContract } from '../contract.ts';
import { type DraftLine, type LineKind, withFound } from '../rules/draft-rules.ts';
import { openBarcodeScanner } from './barcode-scanner.tsx';
import { LineRow, LineSums } from './line-row.tsx';
import { variantSource } from './sources.ts';
import classes from './stock.module.css';

const { listVariants, listLevels } = stockContract;
const code = barcodeSchema();

/** What a barcode stands for; nothing is added for one that no good has. */
async function findByBarcode(text: string, storeId: string | undefined): Promise<Candidate | undefined> {
  const checked = code.safeParse(text);
  if (!checked.success) return undefined;
  const { records } = await client.call(listVariants, { barcode: checked.data, storeId, size: 1 });
  return records[0];
}

interface FinderProps {
  storeId: string | undefined;
  disabled: boolean;
  onFound: (candidate: Pick<Candidate, 'id' | 'lastCostFen'>) => void;
}

/** Goods come onto the paper by a scanner at the keyboard, by the camera, or by their name. */
function Finder({ storeId, disabled, onFound }: FinderProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const take = async (text: string) => {
    try {
      const found = await findByBarcode(text, storeId);
      if (found) onFound(found);
      else toast.failure(t('stock:line.unknownBarcode', { barcode: text }));
    } catch {
      toast.failure(t('stock:line.lookFailed', { barcode: text }));
    }
  };
  useWedgeScanner((text) => void take(text), !disabled);
  const scan = async () => {
    const text = await openBarcodeScanner(t('stock:line.camera'));
    if (text) await take(text);
  };
  return (
    <div className={classes.finder}>
      <TextInput
        value={typed}
        disabled={disabled}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The next code may come at once: the field is empty before the answer is there.
          event.preventDefault();
          const text = typed.trim();
          setTyped('');
          if (text) void take(text);
        }}
        placeholder={t('stock:line.scan')}
        aria-label={t('stock:line.scan')}
        leftSection={<Icon name="barcode" />}
        autoComplete="off"
        maxLength={32}
      />
      <ActionIcon
        variant="default"
        size={36}
        disabled={disabled}
        onClick={() => void scan()}
        aria-label={t('stock:line.camera')}
      >
        <Icon name="camera" />
      </ActionIcon>
      <NamedFinder storeId={storeId} disabled={disabled} onFound={onFound} />
    </div>
  );
}

function NamedFinder({ storeId, disabled, onFound }: FinderProps) {
  const t = useText();
  // Chosen again each time: the field never keeps what was put onto the paper.
  const [turn, setTurn] = useState(0);
  const choose = async (id: string | undefined) => {
    if (!id) return;
    setTurn(turn + 1);
    const { records } = await client.call(listVariants, { ids: [id], storeId, size: 1 });
    if (records[0]) onFound(records[0]);
  };
  return (
    <ReferenceField
      key={`${turn} ${storeId}`}
      value={undefined}
      onChange={(id) => void choose(id)}
      source={variantSource(storeId)}
      placeholder={t('stock:line.byName')}
      aria-label={t('stock:line.byName')}
      disabled={disabled}
    />
  );
}

/** Everything that the store has, to be counted; a long list is counted shelf by shelf. */
function CountAll({ storeId, onFound }: { storeId: string; onFound: (ids: string[]) => void }) {
  const t = useText();
  const { data } = useCall(listLevels, { storeId, size: maxLines });
  if (!data || data.total === 0) return null;
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<Icon name="clipboard-list" />}
      onClick={() => onFound(data.records.map(({ variantId }) => variantId))}
    >
      {t('stock:line.countAll', { count: data.records.length })}
    </Button>
  );
}

/** The lines of a document. What stands in the form is what the call takes; names and stock are asked for beside it. */
export function LinesField({ kind, ...field }: CustomFieldProps & { kind: LineKind }) {
  const t = useText();
  const { value, onChange, error, disabled, values, name } = field;
  const lines = (value as DraftLine[] | undefined) ?? [];
  const storeId = values.storeId as string | undefined;
  // Codes that are scanned one upon the other are answered between two drawings.
  const latest = useRef(lines);
  latest.current = lines;
  const put = (next: DraftLine[]) => {
    latest.current = next;
    onChange(next);
  };
  const ids = lines.map(({ variantId }) => variantId);
  const { data } = useCall(
    listVariants,
    { ids, storeId, size: maxLines },
    { enabled: ids.length > 0, keepPrevious: true },
  );
  const known = new Map((data?.records ?? []).map((candidate) => [candidate.id, candidate]));
  const change = (variantId: string, changed: Partial<DraftLine>) =>
    put(lines.map((line) => (line.variantId === variantId ? { ...line, ...changed } : line)));
  return (
    <Input.Wrapper error={error} data-field={name}>
      <Finder
        storeId={storeId}
        disabled={disabled || (kind !== 'receipt' && !storeId)}
        onFound={(found) => put(withFound(latest.current, kind, found))}
      />
      {kind === 'count' && storeId && lines.length === 0 && (
        <Group mb="sm">
          <CountAll storeId={storeId} onFound={(all) => put(all.map((variantId) => ({ variantId })))} />
        </Group>
      )}
      {lines.length === 0 ? (
        <Hint py="sm">{t(kind !== 'receipt' && !storeId ? 'stock:line.storeFirst' : 'stock:line.none')}</Hint>
      ) : (
        <ul className={classes.lines}>
          {lines.map((line) => (
            <LineRow
              key={line.variantId}
              kind={kind}
              line={line}
              candidate={known.get(line.variantId)}
              atStore={storeId !== undefined}
              disabled={disabled}
              onChange={(changed) => change(line.variantId, changed)}
              onRemove={() => put(lines.filter(({ variantId }) => variantId !== line.variantId))}
            />
          ))}
        </ul>
      )}
      {lines.length > 0 && <LineSums kind={kind} lines={lines} known={known} />}
    </Input.Wrapper>
  );
}
