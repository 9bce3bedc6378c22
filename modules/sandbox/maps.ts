type Box = { south: number; north: number; west: number; east: number; pincode: string; city: string; state: string };

/** The two cities of the demo data; other positions have no pincode. */
const boxes: Box[] = [
  { south: 12.7, north: 13.25, west: 77.3, east: 77.9, pincode: "560001", city: "Bengaluru", state: "Karnataka" },
  { south: 28.3, north: 28.95, west: 76.8, east: 77.45, pincode: "110001", city: "Delhi", state: "Delhi" },
];

/** The emulator of the geocoders: Nominatim's `/reverse` and Google's `/maps/api/geocode/json`. */
export function handleMaps(request: Request): Response {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname.endsWith("/reverse")) {
    const box = boxAt(Number(searchParams.get("lat")), Number(searchParams.get("lon")));
    if (!box) return Response.json({ error: "Unable to geocode" });
    return Response.json({
      display_name: `${box.city}, ${box.state}, ${box.pincode}, India`,
      address: { suburb: "Central", city: box.city, state: box.state, postcode: box.pincode, country_code: "in" },
    });
  }
  if (!pathname.endsWith("/maps/api/geocode/json")) return Response.json({ error: "not found" }, { status: 404 });
  const [latitude, longitude] = (searchParams.get("latlng") ?? "").split(",").map(Number);
  const box = boxAt(latitude ?? Number.NaN, longitude ?? Number.NaN);
  if (!box) return Response.json({ status: "ZERO_RESULTS", results: [] });
  const component = (long_name: string, ...types: string[]) => ({ long_name, short_name: long_name, types });
  return Response.json({
    status: "OK",
    results: [
      {
        address_components: [
          component("Central", "sublocality", "political"),
          component(box.city, "locality", "political"),
          component(box.state, "administrative_area_level_1", "political"),
          component(box.pincode, "postal_code"),
        ],
      },
    ],
  });
}

const boxAt = (latitude: number, longitude: number) =>
  boxes.find((box) => latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east);
