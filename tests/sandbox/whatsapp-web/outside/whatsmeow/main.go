// A client of WhatsApp Web that is none of ours: whatsmeow as it is, led to a sandbox. It prints what happens to it as
// lines of JSON, and sends what it is told to by such lines.
package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"

	"go.mau.fi/whatsmeow"
	"go.mau.fi/whatsmeow/proto/waE2E"
	"go.mau.fi/whatsmeow/store/sqlstore"
	"go.mau.fi/whatsmeow/types"
	"go.mau.fi/whatsmeow/types/events"
	waLog "go.mau.fi/whatsmeow/util/log"
	"google.golang.org/protobuf/proto"
	_ "modernc.org/sqlite"
)

// What the client is told: send a text, or a picture, to a number or a group, change or react to a message, ask a
// question, ask something about a number, or link with a code for a number or with a passkey's signature.
type order struct {
	To      string   `json:"to"`
	Text    string   `json:"text"`
	Picture []byte   `json:"picture"`
	Ask     string   `json:"ask"`
	Edit    string   `json:"edit"`
	React   string   `json:"react"`
	Options []string `json:"options"`
	Members []string `json:"members"`

	Link      string                  `json:"link"`
	Assertion *types.WebAuthnResponse `json:"assertion"`
}

var printing sync.Mutex

func report(event string, details map[string]any) {
	printing.Lock()
	defer printing.Unlock()
	details["event"] = event
	line, err := json.Marshal(details)
	check(err)
	fmt.Println(string(line))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Leads requests to WhatsApp's own address to the sandbox.
type toSandbox struct {
	address *url.URL
	next    http.RoundTripper
}

func (way toSandbox) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.URL.Host == "web.whatsapp.com" {
		request = request.Clone(request.Context())
		request.URL.Scheme = strings.Replace(way.address.Scheme, "ws", "http", 1)
		request.URL.Host, request.Host = way.address.Host, way.address.Host
	}
	return way.next.RoundTrip(request)
}

// main takes the sandbox's address, its root key in hex, its certificate's file, and the file to keep the login in.
func main() {
	ctx := context.Background()
	address, err := url.Parse(os.Args[1])
	check(err)
	rootKey, err := hex.DecodeString(os.Args[2])
	check(err)
	copy(whatsmeow.WACertPubKey[:], rootKey)
	certificate, err := os.ReadFile(os.Args[3])
	check(err)
	trusted := x509.NewCertPool()
	trusted.AppendCertsFromPEM(certificate)
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}}
	through := &http.Client{Transport: toSandbox{address: address, next: transport}}

	logger := waLog.Stdout("whatsmeow", os.Getenv("LOG_LEVEL"), false)
	if os.Getenv("LOG_LEVEL") == "" {
		logger = waLog.Noop
	}
	container, err := sqlstore.New(ctx, "sqlite", "file:"+os.Args[4]+"?_pragma=foreign_keys(1)&_pragma=busy_timeout(10000)&_pragma=synchronous(0)", logger)
	check(err)
	device, err := container.GetFirstDevice(ctx)
	check(err)
	client := whatsmeow.NewClient(device, logger)
	// it would keep what the phone tells it at first to itself
	client.EmitAppStateEventsOnFullSync = true
	client.SetWebsocketHTTPClient(through)
	client.SetPreLoginHTTPClient(through)
	client.SetMediaHTTPClient(through)
	client.AddEventHandler(func(event any) { handle(ctx, client, event) })
	if device.ID == nil {
		codes, err := client.GetQRChannel(ctx)
		check(err)
		go func() {
			for item := range codes {
				report("pairing", map[string]any{"is": item.Event, "code": item.Code})
			}
		}()
	}
	check(client.Connect())
	obey(ctx, client)
	client.Disconnect()
}

func handle(ctx context.Context, client *whatsmeow.Client, event any) {
	switch happened := event.(type) {
	case *events.Connected:
		report("connected", map[string]any{"id": client.Store.ID.String(), "name": client.Store.PushName})
	case *events.PairPasskeyRequest:
		report("passkey", map[string]any{"options": happened.PublicKey})
	case *events.PairPasskeyConfirmation:
		report("passkey_code", map[string]any{"code": happened.Code})
	case *events.PairPasskeyError:
		report("passkey_failed", map[string]any{"error": happened.Error.Error()})
	case *events.OfflineSyncCompleted:
		report("caught_up", map[string]any{"count": happened.Count})
	case *events.LoggedOut:
		report("logged_out", map[string]any{"reason": happened.Reason})
	case *events.TemporaryBan:
		report("banned", map[string]any{"code": happened.Code, "seconds": happened.Expire.Seconds()})
	case *events.ConnectFailure:
		report("refused", map[string]any{"reason": happened.Reason, "message": happened.Message})
	case *events.UndecryptableMessage:
		report("undecryptable", map[string]any{"id": happened.Info.ID})
	case *events.Receipt:
		report("receipt", map[string]any{"ids": happened.MessageIDs, "type": string(happened.Type)})
	case *events.PushNameSetting:
		report("named", map[string]any{"name": happened.Action.GetName()})
	case *events.JoinedGroup:
		report("joined", map[string]any{"group": happened.JID.String(), "name": happened.Name})
	case *events.GroupInfo:
		report("group_changed", map[string]any{"group": happened.JID.String(), "join": len(happened.Join), "named": happened.Name != nil})
	case *events.CallOffer:
		report("call", map[string]any{"id": happened.CallID, "from": happened.CallCreator.String(), "number": happened.CallCreatorAlt.String()})
		if happened.Data.AttrGetter().OptionalString("call-id") != "" {
			if err := client.RejectCall(ctx, happened.CallCreator, happened.CallID); err != nil {
				report("failed", map[string]any{"error": err.Error()})
			}
		}
	case *events.CallTerminate:
		report("call_ended", map[string]any{"id": happened.CallID, "reason": happened.Reason})
	case *events.Message:
		message(ctx, client, happened)
	}
}

func message(ctx context.Context, client *whatsmeow.Client, happened *events.Message) {
	told := map[string]any{"id": happened.Info.ID, "from": happened.Info.Sender.String(), "chat": happened.Info.Chat.String()}
	content := happened.Message
	if picture := content.GetImageMessage(); picture != nil {
		bytes, err := client.Download(ctx, picture)
		if err != nil {
			told["error"] = err.Error()
		}
		sum := sha256.Sum256(bytes)
		told["text"], told["sha256"] = picture.GetCaption(), hex.EncodeToString(sum[:])
	} else if sealed := content.GetSecretEncryptedMessage(); sealed != nil {
		// it names the purpose of edits nowhere yet, and opens them as it opens the rest
		plain, err := client.DangerousInternals().DecryptMsgSecret(ctx, happened, "Message Edit", sealed, sealed.GetTargetMessageKey())
		var edited waE2E.Message
		if err == nil {
			err = proto.Unmarshal(plain, &edited)
		}
		if err != nil {
			told["error"] = err.Error()
		}
		told["edits"], told["text"] = sealed.GetTargetMessageKey().GetID(), edited.GetProtocolMessage().GetEditedMessage().GetConversation()
	} else if content.GetProtocolMessage().GetType() == waE2E.ProtocolMessage_MESSAGE_EDIT && content.GetProtocolMessage().GetEditedMessage() != nil {
		told["edits"], told["text"] = content.GetProtocolMessage().GetKey().GetID(), content.GetProtocolMessage().GetEditedMessage().GetConversation()
	} else if content.GetEncReactionMessage() != nil {
		reaction, err := client.DecryptReaction(ctx, happened)
		if err != nil {
			told["error"] = err.Error()
		}
		told["reacts"], told["text"] = content.GetEncReactionMessage().GetTargetMessageKey().GetID(), reaction.GetText()
	} else if reaction := content.GetReactionMessage(); reaction != nil {
		told["reacts"], told["text"] = reaction.GetKey().GetID(), reaction.GetText()
	} else if poll := content.GetPollCreationMessageV3(); poll != nil {
		told["poll"], told["text"] = len(poll.GetOptions()), poll.GetName()
	} else if update := content.GetPollUpdateMessage(); update != nil {
		vote, err := client.DecryptPollVote(ctx, happened)
		if err != nil {
			told["error"] = err.Error()
		}
		told["votes"], told["count"] = update.GetPollCreationMessageKey().GetID(), len(vote.GetSelectedOptions())
	} else if content.GetExtendedTextMessage() != nil {
		told["text"] = content.GetExtendedTextMessage().GetText()
	} else {
		told["text"] = content.GetConversation()
	}
	report("message", told)
}

func obey(ctx context.Context, client *whatsmeow.Client) {
	orders := bufio.NewScanner(os.Stdin)
	orders.Buffer(make([]byte, 0, 1<<20), 1<<24)
	for orders.Scan() {
		var given order
		check(json.Unmarshal(orders.Bytes(), &given))
		if given.Ask != "" {
			ask(ctx, client, given)
			continue
		}
		if given.Link != "" || given.Assertion != nil {
			link(ctx, client, given)
			continue
		}
		sent, err := send(ctx, client, given)
		if err != nil {
			report("failed", map[string]any{"text": given.Text, "error": err.Error()})
		} else {
			report("sent", map[string]any{"text": given.Text, "id": sent.ID})
		}
	}
}

// Draws a code to type on a number's phone, or sends the signature of the account's passkey.
func link(ctx context.Context, client *whatsmeow.Client, given order) {
	told := map[string]any{}
	var err error
	if given.Assertion != nil {
		err = client.SendPasskeyResponse(ctx, given.Assertion)
	} else {
		told["code"], err = client.PairPhone(ctx, given.Link, false, whatsmeow.PairClientChrome, "Chrome (Linux)")
	}
	if err != nil {
		told["error"] = err.Error()
	}
	report("link", told)
}

// Where a number or a group's id leads.
func address(given string) types.JID {
	if strings.HasSuffix(given, "@g.us") {
		return types.NewJID(strings.TrimSuffix(given, "@g.us"), types.GroupServer)
	}
	return types.NewJID(given, types.DefaultUserServer)
}

func send(ctx context.Context, client *whatsmeow.Client, given order) (whatsmeow.SendResponse, error) {
	to := address(given.To)
	words := &waE2E.Message{Conversation: proto.String(given.Text)}
	if given.Edit != "" {
		return client.SendMessage(ctx, to, client.BuildEdit(to, given.Edit, words))
	}
	if given.React != "" {
		return client.SendMessage(ctx, to, client.BuildReaction(to, types.EmptyJID, given.React, given.Text))
	}
	if given.Options != nil {
		return client.SendMessage(ctx, to, client.BuildPollCreation(given.Text, given.Options, 1))
	}
	if given.Picture == nil {
		return client.SendMessage(ctx, to, &waE2E.Message{Conversation: proto.String(given.Text)})
	}
	uploaded, err := client.Upload(ctx, given.Picture, whatsmeow.MediaImage)
	if err != nil {
		return whatsmeow.SendResponse{}, err
	}
	return client.SendMessage(ctx, to, &waE2E.Message{ImageMessage: &waE2E.ImageMessage{
		Caption:       proto.String(given.Text),
		Mimetype:      proto.String("image/png"),
		URL:           &uploaded.URL,
		DirectPath:    &uploaded.DirectPath,
		MediaKey:      uploaded.MediaKey,
		FileEncSHA256: uploaded.FileEncSHA256,
		FileSHA256:    uploaded.FileSHA256,
		FileLength:    &uploaded.FileLength,
	}})
}

// What the client is asked about itself, or about a number, and what WhatsApp says to that.
func ask(ctx context.Context, client *whatsmeow.Client, given order) {
	told := map[string]any{"about": given.Ask}
	var err error
	switch given.Ask {
	case "business":
		var profile *types.BusinessProfile
		profile, err = client.GetBusinessProfile(ctx, types.NewJID(given.To, types.DefaultUserServer))
		if err == nil {
			told["jid"], told["email"] = profile.JID.String(), profile.Email
		}
	case "about":
		// the query of WhatsApp Web itself; this version of whatsmeow has no function for it
		var users json.RawMessage
		users, err = client.DangerousInternals().SendMexIQ(ctx, "29829202653362039", map[string]any{
			"input":                map[string]any{"query_input": []map[string]any{{"jid": address(given.To).String()}}},
			"include_about_status": true,
		})
		told["users"] = users
	case "contact code":
		told["code"], err = client.GetContactQRLink(ctx, given.Text == "new")
	case "whose code":
		var target *types.ContactQRLinkTarget
		target, err = client.ResolveContactQRLink(ctx, given.Text)
		if err == nil {
			told["jid"], told["name"] = target.JID.String(), target.PushName
		}
	case "new group":
		members := []types.JID{}
		for _, member := range given.Members {
			members = append(members, address(member))
		}
		var made *types.GroupInfo
		made, err = client.CreateGroup(ctx, whatsmeow.ReqCreateGroup{Name: given.Text, Participants: members})
		if err == nil {
			told["group"], told["name"] = made.JID.String(), made.Name
		}
	case "group":
		var found *types.GroupInfo
		found, err = client.GetGroupInfo(ctx, address(given.To))
		if err == nil {
			told["group"], told["name"], told["members"] = found.JID.String(), found.Name, len(found.Participants)
		}
	case "channels":
		var followed []*types.NewsletterMetadata
		followed, err = client.GetSubscribedNewsletters(ctx)
		told["count"] = len(followed)
	}
	if err != nil {
		told["error"] = err.Error()
	}
	report("answer", told)
}
