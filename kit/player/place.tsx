import { createContext, type ReactNode, use, useMemo } from 'react';

/** Where a player page is shown. A kept page goes on seeing the address it was left at. */
export interface PlayerPlace {
  pathname: string;
  search: string;
  params: Readonly<Record<string, string>>;
}

const PlaceContext = createContext<PlayerPlace>({ pathname: '/', search: '', params: {} });
const InsideContext = createContext<ReactNode>(null);

/** The shell puts it around each page; `inside` are the screens within this one. */
export function PlaceProvider(props: { place: PlayerPlace; inside: ReactNode; children: ReactNode }) {
  return (
    <PlaceContext value={props.place}>
      <InsideContext value={props.inside}>{props.children}</InsideContext>
    </PlaceContext>
  );
}

export const usePlace = (): PlayerPlace => use(PlaceContext);
export const useParams = () => usePlace().params;

export function useQuery(): URLSearchParams {
  const { search } = usePlace();
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** Where a screen around others shows the one that was asked for. */
export const Outlet = (): ReactNode => use(InsideContext);
