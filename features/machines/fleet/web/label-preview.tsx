import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DeviceRecord } from '#features/machines/devices/contract.ts';
import { useCall } from '#kit/ui/api.ts';
import { ErrorState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import {
  captions,
  cellPlace,
  cellSize,
  centreText,
  darkRuns,
  labelGeometry,
  type QrCentre,
  type QrLayout,
  type QrLayoutName,
  qrLayouts,
  qrOptions,
} from '../contract/qr-labels.ts';
import { fleetContract } from '../contract.ts';
import styles from './devices.module.css';

interface PreviewProps {
  devices: readonly DeviceRecord[];
  layout: QrLayoutName;
  centre: QrCentre;
  text: string;
}

/** The first page as the printer will draw it, from the same measures. */
export function LabelPreview({ devices, layout: name, centre, text }: PreviewProps) {
  const t = useText();
  const { data: qr } = useQuery({
    queryKey: ['qrcode library'],
    queryFn: () => import('qrcode'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const layout: QrLayout = qrLayouts[name];
  const shown = devices.slice(0, layout.columns * layout.rows);
  const {
    data: links,
    error,
    refetch,
  } = useCall(fleetContract.readLabelLinks, {
    ids: shown.map(({ equipmentId }) => equipmentId),
  });
  if (error && !links) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!qr || !links) return <Skeleton height={420} />;
  const linkOf = new Map(links.map(({ equipmentId, link }) => [equipmentId, link]));
  return (
    <svg
      className={styles.paper}
      data-single={layout.columns === 1 || undefined}
      viewBox={`0 0 ${layout.pageWidthMm} ${layout.pageHeightMm}`}
      role="img"
      aria-label={t('fleet:labels.preview')}
    >
      {shown.map((device, place) => {
        const { x, y } = cellPlace(layout, place);
        return (
          <g key={device.equipmentId} transform={`translate(${x} ${y})`}>
            <Label
              layout={layout}
              matrix={qr.create(linkOf.get(device.equipmentId) ?? '', qrOptions).modules}
              centre={centreText(device, centre, text)}
              {...captions(device)}
            />
          </g>
        );
      })}
    </svg>
  );
}

interface LabelProps {
  layout: QrLayout;
  matrix: { size: number; get(row: number, column: number): number | boolean };
  centre: string;
  title: string;
  subtitle: string;
}

/** Latin letters are about half as wide as they are high, Chinese ones as wide. */
const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 1 : 0.58), 0);

function Label({ layout, matrix, centre, title, subtitle }: LabelProps) {
  const { widthMm, heightMm } = cellSize(layout);
  const parts = labelGeometry(layout, matrix.size);
  const module = parts.code.side / matrix.size;
  const path = darkRuns(matrix)
    .map(({ row, column, length }) => `M${column} ${row}h${length}v1h-${length}z`)
    .join('');
  const { patch } = parts;
  const centreSize = Math.min(patch.height * 0.72, (patch.width * 0.94) / Math.max(1, widthOf(centre)));
  const middle = widthMm / 2;
  const room = widthMm - 2;
  const caption = (line: { y: number; size: number }, text: string, weight: number) => (
    <text
      x={middle}
      y={line.y + line.size * 1.1}
      fontSize={Math.min(line.size, room / Math.max(1, widthOf(text)))}
      fontWeight={weight}
      textAnchor="middle"
      fill="#000"
    >
      {text}
    </text>
  );
  return (
    <>
      {layout.columns > 1 && (
        <rect width={widthMm} height={heightMm} fill="none" stroke="#c8c8c8" strokeWidth={0.2} />
      )}
      <path
        d={path}
        transform={`translate(${parts.code.x} ${parts.code.y}) scale(${module})`}
        shapeRendering="crispEdges"
        fill="#000"
      />
      {centre && (
        <>
          <rect {...patch} fill="#fff" />
          <text
            x={middle}
            y={patch.y + patch.height / 2}
            fontSize={centreSize}
            fontWeight={700}
            textAnchor="middle"
            dominantBaseline="central"
            fill="#000"
          >
            {centre}
          </text>
        </>
      )}
      {caption(parts.title, title, 700)}
      {caption(parts.subtitle, subtitle, 400)}
    </>
  );
}
