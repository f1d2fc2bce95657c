import type { EChartsType } from 'echarts/core';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { LIGHT } from '../../charts/colours.js';
import { useColours } from '../../charts/useColours.js';
import { useOnPaper } from '../../charts/useOnPaper.js';
import { texts } from '../../texts/texts.js';
import type { Cluster, LocatedSite } from './cluster.js';
import { openMap, recolour, zoomBy } from './drawMap.js';
import { Link } from '../../route/Link.js';
import { NO_SITES } from '../../route/sitesAddress.js';

const ZOOM_STEP = 2;

/** Shows a map with a marker for each cluster of sites. Users drag it, and zoom by wheel or buttons. */
export function MarkerMap({ sites }: { readonly sites: readonly LocatedSite[] }): ReactElement {
  const words = texts().sites;
  const container = useRef<HTMLDivElement>(null);
  const map = useRef<EChartsType | null>(null);
  const colours = useColours();
  const [here, setHere] = useState<Cluster | null>(null);
  const [start, setStart] = useState(0);
  // The print shows the same section of the map as the screen.
  useOnPaper(container, () => {
    const chart = map.current;
    if (chart === null || chart.getWidth() === 0) return null;
    chart.setOption(recolour(LIGHT));
    const picture = chart.renderToCanvas({ pixelRatio: 1, backgroundColor: LIGHT.surface });
    chart.setOption(recolour(colours));
    return picture;
  });
  useEffect(() => {
    const outer = container.current;
    if (outer === null) return undefined;
    const { chart, close } = openMap(outer, sites, colours, setHere);
    map.current = chart;
    return () => {
      map.current = null;
      close();
    };
  }, [sites, colours, start]);
  return (
    <>
      <p className="zoom">
        <PlainButton
          text={words.zoomIn}
          onClick={() => {
            zoomBy(map.current, ZOOM_STEP);
          }}
        />
        <PlainButton
          text={words.zoomOut}
          onClick={() => {
            zoomBy(map.current, 1 / ZOOM_STEP);
          }}
        />
        <PlainButton
          text={words.showAll}
          onClick={() => {
            setStart(start + 1);
          }}
        />
      </p>
      <div ref={container} className="chart land" role="img" aria-label={words.mapAlt(sites.length)} />
      <div role="status">{here !== null && <SitesHere sites={here.sites} />}</div>
    </>
  );
}

function PlainButton({ text, onClick }: { readonly text: string; readonly onClick: () => void }): ReactElement {
  return (
    <button type="button" className="plain" onClick={onClick}>
      {text}
    </button>
  );
}

/** The maximum number of links for one marker. */
const MAX_LINKS = 60;

/** Lists the sites of the selected marker with links to their views. */
function SitesHere({ sites }: { readonly sites: readonly LocatedSite[] }): ReactElement {
  const words = texts().sites;
  const shown = sites.slice(0, MAX_LINKS);
  return (
    <>
      <p>
        <strong>{words.here(sites.length)}</strong>
        {sites.length > MAX_LINKS && words.firstHere(MAX_LINKS)}
      </p>
      <ul className="here">
        {shown.map(({ id, name, locality }) => (
          <li key={id}>
            <Link to={{ ...NO_SITES, building: id }}>{name}</Link>
            {locality !== null && locality !== '' && `, ${locality}`}
          </li>
        ))}
      </ul>
    </>
  );
}
